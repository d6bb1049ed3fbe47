import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type Core, openCore } from '../../src/app/node/core.ts';
import { readSettings } from '../../src/app/settings/settings.ts';
import { silentTelemetry } from '../../src/telemetry/silent-telemetry.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { tempFolder } from '../support/temp-folder.ts';

const ACCOUNT = 'a'.repeat(32);
const ZONE = 'b'.repeat(32);
const MONITOR = 'c'.repeat(32);
const POOL = 'd'.repeat(32);
const BALANCER = 'e'.repeat(32);

const file = {
  accounts: [{ id: ACCOUNT, name: 'Shop' }],
  zones: [{ id: ZONE, name: 'shop.test', account: { id: ACCOUNT } }],
  monitors: [{ id: MONITOR, account: { id: ACCOUNT }, path: '/health' }],
  pools: [
    {
      id: POOL,
      account: { id: ACCOUNT },
      name: 'shop',
      monitor: MONITOR,
      origins: [{ name: 'one', address: '127.0.0.1', port: 3000, disabled_at: 'ignored' }],
    },
  ],
  load_balancers: [
    {
      id: BALANCER,
      zone: { id: ZONE },
      name: 'shop.test',
      default_pools: [POOL],
      fallback_pool: POOL,
    },
  ],
};

describe('load balancing in a bootstrap file', () => {
  let folder: ReturnType<typeof tempFolder>;
  beforeEach(() => {
    folder = tempFolder();
  });
  afterEach(() => folder.remove());

  /** The state after a start with this file: the documents, and the total number of changes. */
  async function start(content: Record<string, readonly unknown[]>) {
    const settings = readSettings({ PALISADE_DATA_DIR: folder.path });
    const core: Core = await openCore(settings, silentTelemetry.log, new ManualClock(), content);
    try {
      const { read } = core.database;
      const pools = await read.selectFrom('pools').selectAll().execute();
      const balancers = await read.selectFrom('load_balancers').selectAll().execute();
      const monitors = await read.selectFrom('monitors').selectAll().execute();
      const changes = await read.selectFrom('audit_entries').selectAll().execute();
      return { pools, balancers, monitors, changes: changes.length };
    } finally {
      await core.close();
    }
  }

  it('is created with the ids of the file, and unchanged by the next start', async () => {
    const first = await start(file);
    assert.equal(first.monitors[0]?.id, MONITOR);
    assert.equal(first.pools[0]?.id, POOL);
    assert.equal(first.balancers[0]?.id, BALANCER);
    assert.deepEqual(JSON.parse(first.pools[0]?.document_json ?? '').origins, [
      { name: 'one', address: '127.0.0.1', port: 3000 },
    ]);
    assert.deepEqual(await start(file), first);
  });

  it('is updated from the file', async () => {
    await start(file);
    const [pool] = file.pools;
    const changed = await start({ ...file, pools: [{ ...pool, description: 'new' }] });
    assert.equal(JSON.parse(changed.pools[0]?.document_json ?? '').description, 'new');
  });

  it('prevents the start if it is invalid', async () => {
    const [balancer] = file.load_balancers;
    const bad = { ...file, load_balancers: [{ ...balancer, fallback_pool: MONITOR }] };
    await assert.rejects(start(bad), /"load_balancers" could not be applied: there is no pool/);
  });
});
