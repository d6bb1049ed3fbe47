import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { recordedTelemetry } from '../../../test/support/recorded-telemetry.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { publishFailed } from '../../bus/bus-errors.ts';
import { PalisadeError } from '../../kernel/palisade-error.ts';
import { DiskSpace } from './disk-space.ts';

const never = new AbortController().signal;

describe('a full disk', () => {
  const full: Record<string, unknown> = {
    SQLite: Object.assign(new Error('database or disk is full'), { errcode: 13 }),
    'the shared memory of SQLite': Object.assign(new Error('I/O error'), { errcode: 4874 }),
    'the file system': Object.assign(new Error('no space'), { code: 'ENOSPC' }),
    PostgreSQL: Object.assign(new Error('could not extend file'), { code: '53100' }),
    'the cause of an error': new PalisadeError('other', 'it failed', {
      cause: Object.assign(new Error('full'), { errcode: 13 }),
    }),
    // Errors that cross a thread lose their cause.
    'the bus': new PalisadeError(
      publishFailed('logs', 1, Object.assign(new Error(''), { errcode: 13 })).code,
      'dropped 1 message',
    ),
  };

  for (const [source, error] of Object.entries(full)) {
    it(`reported by ${source} is logged once, until there is space again`, async (test) => {
      const folder = tempFolder();
      test.after(() => folder.remove());
      const clock = new ManualClock();
      const { log, records } = recordedTelemetry();
      const disk = new DiskSpace({ dataDir: folder.path, log, clock });
      const { job } = disk;
      assert.equal(disk.isFull, false);
      for (let n = 0; n < 41; n++) assert.equal(disk.report(error), true);
      assert.equal(disk.isFull, true);
      assert.equal(records.length, 1);
      assert.match(JSON.stringify(records), /the disk is full: changes are refused/);
      await clock.advance(2_000);
      disk.report(error);
      await clock.advance(2_000);
      await job.run(never);
      assert.equal(disk.isFull, true, 'a write failed a moment ago');
      await clock.advance(1_000);
      await job.run(never);
      assert.equal(disk.isFull, false);
      assert.equal(records.length, 2);
      assert.match(JSON.stringify(records[1]), /the disk has space again/);
      assert.ok(!existsSync(join(folder.path, 'disk-space-trial')));
    });
  }

  it('is not reported for other errors', () => {
    const { log, records } = recordedTelemetry();
    const disk = new DiskSpace({ dataDir: '/nowhere', log, clock: new ManualClock() });
    assert.equal(disk.report(new Error('other')), false);
    assert.deepEqual([records, disk.isFull], [[], false]);
  });
});
