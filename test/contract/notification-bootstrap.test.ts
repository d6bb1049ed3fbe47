import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openCore } from '../../src/app/node/core.ts';
import { readSettings } from '../../src/app/settings/settings.ts';
import { silentTelemetry } from '../../src/telemetry/silent-telemetry.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { tempFolder } from '../support/temp-folder.ts';

const ACCOUNT = 'a'.repeat(32);
const POOL = 'b'.repeat(32);
const POLICY = 'c'.repeat(32);

const file = {
  accounts: [{ id: ACCOUNT, name: 'Acme' }],
  pools: [
    {
      id: POOL,
      account: { id: ACCOUNT },
      name: 'web',
      origins: [{ name: 'one', address: '192.0.2.1' }],
    },
  ],
  notification_policies: [
    {
      id: POLICY,
      account: { id: ACCOUNT },
      name: 'Pools',
      alert_type: 'load_balancing_health_alert',
      mechanisms: { email: [{ id: 'ops@shop.test' }] },
      filters: { pool_id: [POOL] },
    },
  ],
};

describe('notification policies in a bootstrap file', () => {
  it('are created with their ids, unchanged by the next start, updated, and refused', async () => {
    const folder = tempFolder();
    const settings = readSettings({ PALISADE_DATA_DIR: folder.path });
    const start = async (change: object = {}) => {
      const notification_policies = file.notification_policies.map((policy) => ({
        ...policy,
        ...change,
      }));
      const content = { ...file, notification_policies };
      const core = await openCore(settings, silentTelemetry.log, new ManualClock(), content);
      const { read } = core.database;
      const policies = await read.selectFrom('notification_policies').selectAll().execute();
      await core.close();
      return policies;
    };
    try {
      const first = await start();
      assert.deepEqual(
        first.map(({ id, account_id, alert_type, enabled }) => [
          id,
          account_id,
          alert_type,
          enabled,
        ]),
        [[POLICY, ACCOUNT, 'load_balancing_health_alert', 1]],
      );
      assert.deepEqual(await start(), first);
      assert.equal((await start({ enabled: false }))[0]?.enabled, 0);
      const unknown = { filters: { pool_id: ['d'.repeat(32)] } };
      await assert.rejects(start(unknown), /"notification_policies" could not be applied.*no pool/);
    } finally {
      folder.remove();
    }
  });
});
