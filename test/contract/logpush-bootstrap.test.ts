import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openCore } from '../../src/app/node/core.ts';
import { readSettings } from '../../src/app/settings/settings.ts';
import { silentTelemetry } from '../../src/telemetry/silent-telemetry.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { tempFolder } from '../support/temp-folder.ts';

const ACCOUNT = 'a'.repeat(32);
const ZONE = 'b'.repeat(32);

const file = {
  accounts: [{ id: ACCOUNT, name: 'Acme' }],
  zones: [{ id: ZONE, name: 'shop.test', account: { id: ACCOUNT } }],
  logpush_jobs: [
    { id: 7, zone: { id: ZONE }, destination_conf: 'https://logs.example/in', enabled: true },
    { id: 3, account: { id: ACCOUNT }, dataset: 'audit_logs', destination_conf: 'file://audit' },
  ],
};

describe('log push jobs in a bootstrap file', () => {
  it('are created with their ids and without a test write, and unchanged by the next start', async () => {
    const folder = tempFolder();
    const settings = readSettings({ PALISADE_DATA_DIR: folder.path });
    const start = async (content: Record<string, readonly unknown[]>) => {
      const core = await openCore(settings, silentTelemetry.log, new ManualClock(), content);
      const { read } = core.database;
      const shipping = core.modules.flatMap((module) => module.shipping ?? [])[0];
      const jobs = await read.selectFrom('logpush_jobs').selectAll().orderBy('id').execute();
      const running = await shipping?.jobs('all');
      await core.close();
      return { jobs, running };
    };
    try {
      const first = await start(file);
      assert.deepEqual(
        first.jobs.map(({ id, dataset, enabled }) => [id, dataset, enabled]),
        [
          [3, 'audit_logs', 0],
          [7, 'http_requests', 1],
        ],
      );
      assert.equal(first.running?.running[0]?.destination, 'https://logs.example/in');
      assert.deepEqual((await start(file)).jobs, first.jobs);
      const [job, other] = file.logpush_jobs;
      const changed = await start({ ...file, logpush_jobs: [{ ...job, name: 'all' }, other] });
      assert.equal(changed.running?.running[0]?.name, 'all');
      const both = { ...file, logpush_jobs: [{ ...job, account: { id: ACCOUNT } }] };
      await assert.rejects(start(both), /either "zone" or "account"/);
      const wrong = { ...file, logpush_jobs: [{ ...job, filter: '{}' }] };
      await assert.rejects(start(wrong), /"logpush_jobs" could not be applied.*where/);
    } finally {
      folder.remove();
    }
  });
});
