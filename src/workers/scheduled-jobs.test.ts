import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { databaseKinds, type TestDatabase } from '../../test/support/databases.ts';
import { ManualClock } from '../../test/support/manual-clock.ts';
import type { CoreTables } from '../storage/core-tables.ts';
import type { Database } from '../storage/database.ts';
import { hostOn, job, pass, RecordingTelemetry, stopHosts, untilAborted } from './host.fixture.ts';
import type { JobHost, JobHostOptions } from './job-host.ts';

describe('scheduled jobs', () => {
  const clock = new ManualClock();
  let home: TestDatabase;
  let database: Database<CoreTables>;
  let host: JobHost;
  let telemetry: RecordingTelemetry;

  before(async () => {
    home = (await databaseKinds[0]?.create()) ?? assert.fail();
    database = home.open<CoreTables>();
  });
  afterEach(async () => {
    await stopHosts(clock, host);
    assert.equal(clock.sleeping, 0, 'no timer outlives stop()');
  });
  after(() => home.remove());

  const start = (options: Partial<JobHostOptions>) => {
    telemetry = new RecordingTelemetry();
    host = hostOn({ clock, database }, { telemetry, ...options });
    host.start();
    return clock.now();
  };

  it('run first after a fraction of the interval, then once per interval', async () => {
    const at: number[] = [];
    const run = async () => {
      at.push(clock.now() - began);
      await clock.sleep(200);
    };
    const began = start({ jobs: [job({ run })] });
    await pass(clock, 3_000);
    assert.deepEqual(at, [500, 1_500, 2_500]);
    assert.equal(telemetry.values.get('job_runs_total{job=job,outcome=done}'), 3);
    assert.ok(Math.abs((telemetry.values.get('job_duration_seconds{job=job}') ?? 0) - 0.6) < 0.01);
  });

  it('keep their interval when the system time is set back during a run', async () => {
    let runs = 0;
    const run = async () => {
      if (++runs === 1) clock.set(clock.now() - 3_600_000);
    };
    start({ jobs: [job({ run })] });
    await pass(clock, 500);
    assert.equal(runs, 1);
    await pass(clock, 2_000);
    assert.equal(runs, 3);
  });

  it('never overlap with themselves', async () => {
    let active = 0;
    let runs = 0;
    const run = async () => {
      assert.equal(++active, 1);
      runs++;
      await clock.sleep(2_500);
      active--;
    };
    start({ jobs: [job({ run, timeoutMs: 60_000 })] });
    await pass(clock, 8_100);
    assert.equal(runs, 4);
  });

  it('are tried again after a failure, later each time, up to the interval', async () => {
    const at: number[] = [];
    const run = async () => {
      at.push(clock.now());
      throw new Error('broken');
    };
    start({ jobs: [job({ run, everyMs: 6_000 })] });
    await pass(clock, 30_000, 250);
    const waits = at.slice(1).map((time, n) => time - (at[n] ?? 0));
    assert.deepEqual(waits.slice(0, 5), [750, 1_500, 3_000, 4_500, 4_500]);
    assert.ok(telemetry.lines.includes('warn: job failed, it will run again'));
  });

  it('do not delay others when they fail or hang', async () => {
    let runs = 0;
    const hanging = job({ name: 'hanging', timeoutMs: 60_000, run: untilAborted });
    const throwing = job({
      name: 'throwing',
      run: () => {
        throw new Error('not even a promise');
      },
    });
    const fine = job({ name: 'fine', run: async () => void runs++ });
    start({ jobs: [hanging, throwing, fine], graceMs: 0 });
    await pass(clock, 5_000);
    assert.equal(runs, 5);
  });

  it('are aborted after their timeout, and run again', async () => {
    const reasons: string[] = [];
    const run = (signal: AbortSignal) =>
      untilAborted(signal).catch((reason) => {
        reasons.push(reason.code);
        throw reason;
      });
    start({ jobs: [job({ run })], graceMs: 0 });
    await pass(clock, 3_100);
    assert.deepEqual(reasons, ['timeout', 'timeout']);
    assert.equal(telemetry.values.get('job_runs_total{job=job,outcome=aborted}'), 2);
  });

  it('may finish during the grace period', async () => {
    let finished = false;
    const run = async () => {
      await clock.sleep(400);
      finished = true;
    };
    start({ jobs: [job({ run })] });
    await pass(clock, 600);
    const stopped = host.stop();
    assert.equal(finished, false);
    await pass(clock, 400);
    await stopped;
    assert.equal(finished, true);
  });

  it('that ignore their signal are reported and abandoned', async () => {
    const never = Promise.withResolvers<void>();
    start({ jobs: [job({ run: () => never.promise })], graceMs: 1_000 });
    await pass(clock, 600);
    await stopHosts(clock, host);
    assert.match(telemetry.lines.at(-1) ?? '', /error: work did not end/);
    assert.equal(clock.sleeping, 0);
    never.resolve();
  });

  it('must have unique names', () => {
    const run = async () => {};
    assert.throws(() => hostOn({ clock, database }, { jobs: [job({ run }), job({ run })] }), /job/);
  });
});
