import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { freePort } from '../../test/support/free-port.ts';
import { openCommandLine } from '../../test/support/palisade-command.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { readSettings } from '../app/settings/settings.ts';
import { connectApi } from '../tools/api-client.ts';
import { listAll } from '../tools/list-all.ts';
import { migrationProgress } from './migration-progress.ts';

describe('palisade migrate-notifications', () => {
  const home = tempFolder();
  const commandLine = openCommandLine();
  let env: Record<string, string>;
  let account: { readonly id: string; readonly name: string } | undefined;

  before(async () => {
    env = {
      PALISADE_DATA_DIR: join(home.path, 'data'),
      PALISADE_API_LISTEN: `127.0.0.1:${await freePort()}`,
    };
    const api = await connectApi(readSettings(env), { mayInstall: true });
    [account] = await listAll<{ id: string; name: string }>(api, '/accounts');
    const off = { disable: true };
    const pools = {
      a: { notification_email: 'ops@shop.test, web@shop.test' },
      b: {
        notification_email: 'ops@shop.test',
        notification_filter: { origin: { healthy: false } },
      },
      c: { notification_email: 'ops@shop.test', notification_filter: { pool: off, origin: off } },
      d: {},
    };
    for (const [name, members] of Object.entries(pools)) {
      const body = { name, origins: [{ name: 'one', address: '192.0.2.1' }], ...members };
      await api.call('POST', `/accounts/${account?.id}/load_balancers/pools`, body);
    }
    await api.close();
  });
  after(() => {
    commandLine.close();
    home.remove();
  });

  const palisade = (...args: string[]) =>
    commandLine.run(['migrate-notifications', ...args], { env });

  it('shows the plan, applies it, and reports that no email is left', async () => {
    const { id = '', name = '' } = account ?? {};
    const table = [
      'ADDRESS        POOLS  SOURCES       NEW HEALTH          POLICY',
      'ops@shop.test  1      pool, origin  Healthy, Unhealthy  Health of pools: ops@shop.test',
      'ops@shop.test  1      pool          Healthy, Unhealthy  Health of pools: ops@shop.test (only pools)',
      'ops@shop.test  1      origin        Unhealthy           Health of pools: ops@shop.test (only origins, unhealthy)',
      'web@shop.test  1      pool, origin  Healthy, Unhealthy  Health of pools: web@shop.test',
    ];
    const muted = 'Without a policy, because their notification_filter mutes everything: c';
    const plan = await palisade(name);
    assert.deepEqual([plan.stderr, plan.code], ['', 0]);
    assert.deepEqual(plan.stdout.split('\n'), [
      ...table,
      'Policies to create: 4',
      'Pools whose notification email is to be removed: 3 of 4',
      muted,
      'Nothing was changed. To do this, run the command with --apply.',
      '',
    ]);
    const shown = JSON.parse((await palisade(id, '--plan', '--json')).stdout);
    assert.deepEqual([shown.applied, shown.total, shown.remaining], [false, 4, 3]);
    assert.equal(shown.policies.length, 4);

    const applied = await palisade(id, '--apply');
    assert.deepEqual([applied.stderr, applied.code], ['', 0]);
    assert.deepEqual(applied.stdout.split('\n'), [
      ...table,
      'Policies created: 4',
      'Pools whose notification email was removed: 3',
      muted,
      `Pools of ${name} that still have a notification email: 0 of 4`,
      '',
    ]);
    const again = JSON.parse((await palisade(id, '--apply', '--json')).stdout);
    assert.deepEqual([again.applied, again.remaining, again.policies], [true, 0, []]);
    assert.equal(
      (await palisade(id)).stdout,
      `None of the 4 pools of ${name} has a notification email.\n`,
    );
  });

  it('refuses an account that does not exist, and two modes at once', async () => {
    const unknown = await palisade('nobody');
    assert.equal(unknown.code, 1);
    assert.match(unknown.stderr, /^palisade: there is no account "nobody"\. Give the id of one/);
    const both = await palisade(account?.id ?? '', '--plan', '--apply');
    assert.notEqual(both.code, 0);
    assert.match(both.stderr, /--plan.*cannot be used with.*--apply/);
  });

  it('draws a bar on a terminal, and removes it at the end', () => {
    let text = '';
    const write = (part: string) => {
      text += part;
    };
    const progress = migrationProgress({ isTTY: true, columns: 80, write });
    progress.show({ phase: 'removing emails', done: 1, total: 2 });
    progress.end();
    assert.equal(text, '\r\x1b[Kremoving emails  [########........] 1/2\r\x1b[K');
    migrationProgress({ write: assert.fail }).show({ phase: 'removing emails', done: 1, total: 2 });
  });
});
