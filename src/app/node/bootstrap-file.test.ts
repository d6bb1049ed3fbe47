import assert from 'node:assert/strict';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { SQLITE_TEMPLATE } from '../../../test/support/template-variables.ts';
import { permissionGroups } from '../../catalogs/permissions.ts';
import { silentTelemetry } from '../../telemetry/silent-telemetry.ts';
import { SettingError } from '../settings/setting.ts';
import { readSettings } from '../settings/settings.ts';
import { readBootstrapFile } from './bootstrap-file.ts';
import { type Core, openCore } from './core.ts';

const ACCOUNT = 'a'.repeat(32);
const ZONE = 'b'.repeat(32);
const zoneRead = permissionGroups.find(({ name }) => name === 'Zone Read')?.id;

const account = { id: ACCOUNT, name: 'Shop' };
const zone = { id: ZONE, name: 'shop.test', account: { id: ACCOUNT } };
const adminToken = { id: 'c'.repeat(32), name: 'all', value: 'bootstrap-token-1' };
const zoneToken = {
  id: 'd'.repeat(32),
  name: 'reader',
  value: 'bootstrap-token-2',
  policies: [
    {
      effect: 'allow',
      resources: { [`palisade.account.zone.${ZONE}`]: '*' },
      permission_groups: [{ id: zoneRead }],
    },
  ],
};
const accountToken = {
  ...zoneToken,
  id: 'e'.repeat(32),
  value: 'bootstrap-token-3',
  account: { id: ACCOUNT },
  policies: [
    {
      ...zoneToken.policies[0],
      resources: { [`palisade.account.${ACCOUNT}`]: { [`palisade.account.zone.${ZONE}`]: '*' } },
    },
  ],
};

describe('bootstrap file', () => {
  let folder: ReturnType<typeof tempFolder>;
  beforeEach(() => {
    folder = tempFolder();
    const template = process.env[SQLITE_TEMPLATE];
    if (template) copyFileSync(template, join(folder.path, 'palisade.db'));
  });
  afterEach(() => folder.remove());

  /** A start of the node's core with this file, on the same data folder each time. */
  async function start<T>(file: unknown, inspect: (core: Core) => Promise<T>): Promise<T> {
    const path = join(folder.path, 'bootstrap.json');
    writeFileSync(path, typeof file === 'string' ? file : JSON.stringify(file));
    const settings = readSettings({ PALISADE_DATA_DIR: folder.path, PALISADE_BOOTSTRAP: path });
    const content = await readBootstrapFile(settings);
    const core = await openCore(settings, silentTelemetry.log, new ManualClock(), content);
    try {
      return await inspect(core);
    } finally {
      await core.close();
    }
  }

  const nothing = async () => undefined;
  const zonesOf = (core: Core) => core.database.read.selectFrom('zones').selectAll().execute();
  const tokensOf = (core: Core) => core.database.read.selectFrom('tokens').selectAll().execute();
  const auditOf = (core: Core) =>
    core.database.read.selectFrom('audit_entries').select(['action', 'resource']).execute();

  it('creates accounts, zones and tokens with the ids of the file', async () => {
    const file = {
      tokens: [adminToken, zoneToken, accountToken],
      zones: [zone],
      accounts: [account],
    };
    await start(file, async (core) => {
      const accounts = await core.database.read.selectFrom('accounts').selectAll().execute();
      assert.deepEqual(
        accounts.map(({ id, name }) => [id, name]),
        [[ACCOUNT, 'Shop']],
      );
      const zones = await zonesOf(core);
      assert.deepEqual(
        zones.map(({ id, name, account_id }) => [id, name, account_id]),
        [[ZONE, 'shop.test', ACCOUNT]],
      );
      for (const { value } of [adminToken, zoneToken, accountToken]) {
        const credential = { kind: 'token', secret: value } as const;
        const verified = await core.platform.verifier.verify(credential, '127.0.0.1');
        assert.ok(verified.outcome === 'accepted');
        const resource = { type: 'zone', zoneId: ZONE, accountId: ACCOUNT } as const;
        assert.ok(verified.principal.allows('zone:read', resource));
        assert.equal(verified.principal.allows('zone:write', resource), value === adminToken.value);
      }
    });
  });

  it('changes nothing when it is applied again', async () => {
    const file = {
      accounts: [account],
      zones: [{ ...zone, plan: 'free', paused: true, type: 'partial' }],
      tokens: [adminToken, zoneToken, accountToken],
    };
    const first = await start(file, auditOf);
    assert.ok(first.length >= 5);
    assert.deepEqual(await start(file, auditOf), first);
    assert.deepEqual(await start(file, auditOf), first);
  });

  it('updates existing resources to match the file', async () => {
    await start({ accounts: [account], zones: [zone], tokens: [zoneToken] }, nothing);
    const changed = {
      accounts: [{ ...account, name: 'Renamed' }],
      zones: [{ ...zone, paused: true, plan: 'pro' }],
      tokens: [
        {
          ...zoneToken,
          name: 'renamed',
          value: 'bootstrap-token-9',
          expires_on: '2030-01-01T00:00:00Z',
        },
      ],
    };
    await start(changed, async (core) => {
      const [stored] = await core.database.read.selectFrom('accounts').selectAll().execute();
      assert.equal(stored?.name, 'Renamed');
      const [storedZone] = await zonesOf(core);
      assert.deepEqual([storedZone?.paused, storedZone?.plan], [1, 'pro']);
      const token = (await tokensOf(core)).find(({ id }) => id === zoneToken.id);
      assert.deepEqual([token?.name, token?.expires_on], ['renamed', Date.UTC(2030, 0, 1)]);
      const old = { kind: 'token', secret: zoneToken.value } as const;
      assert.equal((await core.platform.verifier.verify(old, '127.0.0.1')).outcome, 'unknown');
    });
  });

  it('updates a token if only its lifetime or condition changed', async () => {
    await start({ accounts: [account], zones: [zone], tokens: [zoneToken] }, nothing);
    const condition = { request_ip: { in: ['10.0.0.0/8'] } };
    const changed = { ...zoneToken, condition, not_before: '2026-01-01T00:00:00Z' };
    const token = await start({ tokens: [changed] }, async (core) =>
      (await tokensOf(core)).find(({ id }) => id === zoneToken.id),
    );
    assert.equal(token?.not_before, Date.UTC(2026, 0, 1));
    assert.deepEqual(JSON.parse(String(token?.condition_json)), condition);
  });

  it('does not touch resources that it does not mention', async () => {
    await start({ accounts: [account], zones: [zone] }, nothing);
    assert.equal((await start({}, zonesOf)).length, 1);
  });

  const bad: readonly [string, unknown, RegExp][] = [
    ['that is not JSON', '{"zones": [}', /is not valid JSON \(line 1, column 12\)/],
    ['that is empty', '', /is not valid JSON \(it ends too early\)/],
    ['that contains a list', [], /must contain an object whose members are lists/],
    ['that contains null', null, /must contain an object whose members are lists/],
    [
      'whose section is not a list',
      { zones: {} },
      /must contain an object whose members are lists/,
    ],
    [
      'with an unknown section',
      { zonse: [] },
      /"zonse" is not a known section; the sections are accounts, zones, tokens/,
    ],
    [
      'with a section named like a member of Object.prototype',
      { constructor: [] },
      /"constructor" is not a known section/,
    ],
    [
      'with an item that lacks a member',
      { accounts: [account, { id: ZONE }] },
      /accounts\[1\]: "\/name" is required/,
    ],
    ['with a bad id', { zones: [{ ...zone, id: 'x' }] }, /zones\[0\]: "\/id" must be an id/],
    [
      'with a bad nested member',
      { zones: [{ ...zone, account: { id: 1 } }] },
      /zones\[0\]: "\/account\/id" must be a string/,
    ],
    [
      'with an unknown plan',
      { zones: [{ ...zone, plan: 'gold' }] },
      /zones\[0\]: "\/plan" must be one of free, /,
    ],
    [
      'with a token without a value',
      { tokens: [{ ...adminToken, value: undefined }] },
      /tokens\[0\]: "\/value" is required/,
    ],
    [
      'with a zone of an unknown account',
      { zones: [zone] },
      /"zones" could not be applied: there is no account/,
    ],
    [
      'with a bad zone name',
      { accounts: [account], zones: [{ ...zone, name: 'no dots' }] },
      /"zones" could not be applied: "no dots" is not a valid domain name/,
    ],
  ];
  for (const [what, file, message] of bad) {
    it(`stops the start if it is a file ${what}`, async () => {
      await assert.rejects(start(file, nothing), (error) => {
        assert.ok(error instanceof SettingError);
        assert.match(error.message, /^PALISADE_BOOTSTRAP: /);
        assert.match(error.message, message);
        return true;
      });
    });
  }

  it('stops the start if the file does not exist', async () => {
    const settings = readSettings({
      PALISADE_DATA_DIR: folder.path,
      PALISADE_BOOTSTRAP: join(folder.path, 'missing.json'),
    });
    await assert.rejects(
      readBootstrapFile(settings),
      /PALISADE_BOOTSTRAP: cannot read .*missing\.json/,
    );
  });

  it('applies nothing if one item of the file is invalid', async () => {
    const file = { accounts: [account], zones: [zone, { ...zone, id: 'bad' }] };
    await assert.rejects(start(file, nothing), /zones\[1\]/);
    assert.deepEqual(await start({}, zonesOf), []);
  });

  it('does not repeat the secret of a token that is refused', async () => {
    const file = { tokens: [{ ...adminToken, value: 'hunter2 hunter2' }] };
    await assert.rejects(start(file, nothing), (error: Error) => {
      assert.match(error.message, /tokens\[0\]: "\/value"/);
      assert.doesNotMatch(error.message, /hunter2/);
      return true;
    });
  });
});
