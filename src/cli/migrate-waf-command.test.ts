import assert from 'node:assert/strict';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { freePort } from '../../test/support/free-port.ts';
import { openCommandLine } from '../../test/support/palisade-command.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { readSettings } from '../app/settings/settings.ts';
import { managedPackage } from '../catalogs/previous-firewall/managed-package.ts';
import { owaspPackage } from '../catalogs/previous-firewall/owasp-package.ts';
import { connectApi } from '../tools/api-client.ts';
import { listAll } from '../tools/list-all.ts';
import { confirm } from './confirm.ts';

const [changed = assert.fail()] = managedPackage.rules;
const tagged = managedPackage.groups.find(({ tag }) => tag !== undefined) ?? assert.fail();
const untagged = managedPackage.groups.find(({ tag }) => tag === undefined) ?? assert.fail();
const [lost = assert.fail()] = owaspPackage.groups;

describe('palisade migrate-waf', () => {
  const home = tempFolder();
  const commandLine = openCommandLine();
  const ids: Record<string, string> = {};
  let env: Record<string, string>;
  let account: { readonly id: string; readonly name: string };

  before(async () => {
    env = {
      PALISADE_DATA_DIR: join(home.path, 'data'),
      PALISADE_API_LISTEN: `127.0.0.1:${await freePort()}`,
    };
    const api = await connectApi(readSettings(env), { mayInstall: true });
    const accounts = await listAll<typeof account>(api, '/accounts');
    account = accounts[0] ?? assert.fail();
    for (const [name, plan] of Object.entries({
      a: 'enterprise',
      b: 'pro',
      c: 'free',
      d: 'enterprise',
    })) {
      const body = { name: `${name}.test`, account: { id: account.id } };
      const { id } = (await api.call('POST', '/zones', body)).result as { id: string };
      ids[name] = id;
      await api.call('PATCH', `/zones/${id}`, { plan: { legacy_id: plan } });
    }
    await configure(api);
    await api.close();
  });
  after(() => {
    commandLine.close();
    home.remove();
  });

  /** The first zone uses everything that is migrated, the last one something that prevents the migration. */
  async function configure(api: Awaited<ReturnType<typeof connectApi>>): Promise<void> {
    const zone = `/zones/${ids['a']}`;
    const waf = `${zone}/firewall/waf/packages`;
    await api.call('PATCH', `${zone}/settings/waf`, { value: 'on' });
    await api.call('PATCH', `${waf}/${owaspPackage.id}`, {
      sensitivity: 'low',
      action_mode: 'simulate',
    });
    await api.call('PATCH', `${waf}/${owaspPackage.id}/groups/${lost.id}`, { mode: 'off' });
    await api.call('PATCH', `${waf}/${managedPackage.id}/rules/${changed.id}`, {
      mode: 'simulate',
    });
    for (const { id } of [tagged, untagged]) {
      await api.call('PATCH', `${waf}/${managedPackage.id}/groups/${id}`, { mode: 'off' });
    }
    const bypass = { action: 'bypass', products: ['waf'] };
    await api.call('POST', `${zone}/firewall/rules`, [
      { ...bypass, description: 'feed', filter: { expression: 'http.host eq "feed.a.test"' } },
    ]);
    const target = { operator: 'matches', value: 'a.test/upload/*' };
    await api.call('POST', `${zone}/pagerules`, {
      targets: [{ target: 'url', constraint: target }],
      actions: [{ id: 'waf', value: 'off' }],
    });
    await api.call('POST', `/zones/${ids['d']}/firewall/waf/overrides`, {
      urls: ['d.test/*'],
      rules: { [changed.id]: 'disable' },
    });
  }

  const palisade = (...args: string[]) => commandLine.run(['migrate-waf', ...args], { env });
  async function succeeds(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await palisade(...args);
    assert.deepEqual([stderr, code], ['', 0]);
    return stdout;
  }
  async function fails(...args: string[]) {
    const { code, stdout, stderr } = await palisade(...args);
    assert.equal(code, 1);
    return { stdout, stderr };
  }

  it('shows what every part of the configuration becomes', async () => {
    const shown = JSON.parse(await succeeds('a.test', '--json'));
    assert.deepEqual([shown.state, shown.compatible, shown.step], ['start', true, null]);
    const rows = shown.differences.map(({ kind, previous, next }: Record<string, string>) => [
      kind,
      previous,
      next,
    ]);
    const owasp = owaspPackage.name;
    assert.deepEqual(rows, [
      ['setting', 'waf is on', 'new rules are switched on'],
      ['package', 'Palisade', 'Managed Ruleset'],
      [
        'package',
        `${owasp}, sensitivity low: simulate`,
        'OWASP Core Ruleset, paranoia level 1, from a score of 40 on: log',
      ],
      ['group', `${tagged.name}: off`, `category ${tagged.tag}: off`],
      ['group', `${untagged.name}: off`, 'each of its rules: off'],
      ['rule', `${changed.id} ${changed.description}: simulate`, `${changed.currentId}: log`],
      ['skip', 'firewall rule feed: bypass', 'skip: http.host eq "feed.a.test"'],
      ['skip', 'page rule a.test/upload/*: waf off', rows.at(-2)?.[2]],
      ['not carried over', `group ${lost.name}: off`, 'nothing'],
    ]);
    assert.match(rows.at(-2)?.[2] ?? '', /^skip \(switched off\): .*upload/);
    const text = await succeeds('a.test', '--plan');
    assert.match(
      text,
      /^a\.test: start: only the previous managed rules are in force\nKIND +PREVIOUS/,
    );
    assert.match(text, /Nothing was changed\.\n.* a\.test --validate\n.* a\.test --finish\n$/);
    assert.doesNotMatch(await succeeds('b.test'), /--validate/);
  });

  it('names what prevents the migration, and asks before a step', async () => {
    const { stdout } = await fails('d.test');
    assert.match(
      stdout,
      /^d\.test: start.*\nCannot be migrated: uri_overrides_present: The zone has/,
    );
    assert.match(
      (await fails('d.test', '--finish', '--yes')).stderr,
      /cannot be migrated: uri_over/,
    );
    assert.match(
      (await fails('b.test', '--validate', '--yes')).stderr,
      /needs the plan "enterprise"/,
    );
    assert.match((await fails('a.test', '--finish')).stderr, /nothing was changed.*add --yes/);
    assert.match((await fails('a.test', '--plan', '--finish')).stderr, /cannot be used with/);
    assert.match((await fails('nowhere.test')).stderr, /there is no zone nowhere\.test/);
    assert.equal(JSON.parse(await succeeds('a.test', '--json')).state, 'start');
  });

  it('takes a zone through validation', async () => {
    const taken = JSON.parse(await succeeds('a.test', '--validate', '--yes', '--json'));
    assert.deepEqual(
      [taken.state, taken.old_waf_status, taken.new_waf_status],
      ['validation', 'enabled', 'enabled'],
    );
    const shown = await succeeds('a.test');
    assert.match(shown, /Requests since .*: 0\nSTOPPED BY/);
    assert.match(shown, /\nNot carried over: group .*: off\n/);
    assert.match(shown, /\nTo end the previous rules.* a\.test --finish\n$/);
    const again = await succeeds('a.test', '--validate');
    assert.equal(again.match(/^a\.test: validation: both/gm)?.length, 1);
  });

  it('takes all zones of an account, and can be repeated', async () => {
    const plan = ['ZONE    STATE       CAN BE MIGRATED'];
    plan.push('a.test  validation  yes', 'b.test  start       yes');
    plan.push('c.test  default     nothing to do', 'd.test  start       no: uri_overrides_present');
    assert.deepEqual((await fails(account.name, '--all')).stdout.trimEnd().split('\n'), plan);
    const { stdout } = await fails(account.id, '--all', '--finish', '--yes');
    const problem =
      /\nd\.test +start +This zone cannot be migrated: uri_overrides_present.*\(21071\)\n$/;
    assert.match(stdout, problem);
    // Without a node nothing completes the migration.
    const states = JSON.parse((await fails(account.id, '--all', '--json')).stdout);
    assert.deepEqual(
      states.map(({ zone, state }: { zone: { name: string }; state: string }) => [
        zone.name,
        state,
      ]),
      [
        ['a.test', 'pending'],
        ['b.test', 'pending'],
        ['c.test', 'default'],
        ['d.test', 'start'],
      ],
    );
    const waiting = await succeeds('a.test', '--finish');
    assert.equal(waiting.match(/^a\.test: pending:/gm)?.length, 1);
    const api = await connectApi(readSettings(env));
    await api.call('DELETE', `/zones/${ids['d']}`);
    await api.close();
    const outcomes = JSON.parse(await succeeds(account.id, '--all', '--finish', '--yes', '--json'));
    assert.ok(outcomes.every(({ problem: left }: { problem: string | null }) => left === null));
  });

  it('goes on only after a yes', async () => {
    const ask = (response: string) => {
      const input = Object.assign(new PassThrough(), { isTTY: true });
      input.end(response);
      return confirm('Go ahead?', false, { input, output: new PassThrough() });
    };
    for (const response of ['y\n', 'Yes\n']) await ask(response);
    for (const response of ['\n', 'no\n', '']) await assert.rejects(ask(response), /nothing was/);
  });
});
