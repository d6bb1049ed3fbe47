import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { startBatchReceiver } from '../../test/support/batch-receiver.ts';
import { eventually } from '../../test/support/eventually.ts';
import type { Period } from '../contracts/shipping/shipping-job.ts';
import { parseCidr } from '../kernel/ip.ts';
import { noBucketCredentials } from '../outbound/destinations/bucket-credentials.ts';
import { DestinationError } from '../outbound/destinations/destination-error.ts';
import { openDestination } from '../outbound/destinations/open-destination.ts';
import { GuardedClient } from '../outbound/guarded-client.ts';
import { job, ShippingUnderTest, type UnderTestOptions } from './fixtures/shipping-under-test.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('shipping', () => {
  let test: ShippingUnderTest;
  const begin = (options?: UnderTestOptions) => {
    test = new ShippingUnderTest(options);
  };
  afterEach(() => test.close());

  /** Moves the clock until a condition holds. */
  async function until(what: string, isSo: () => boolean, stepMs = 1_000): Promise<void> {
    await eventually(what, async () => {
      if (isSo()) return true;
      await test.clock.advance(stepMs);
      return isSo();
    });
  }

  const delivered =
    (count: number, jobId = 1) =>
    () =>
      test.ledger(jobId).delivered >= count;
  const failing =
    (jobId = 1) =>
    () =>
      test.progress.get(jobId)?.failure !== undefined;
  const refuse = () => {
    throw new DestinationError('the receiver refused the batch');
  };

  it('sends the lines of the scope in a batch that is closed after some seconds', async () => {
    begin();
    await test.start(job());
    const ids = await test.publish(3);
    await test.clock.advance(2_000);
    assert.deepEqual(test.lines(), []);
    assert.equal(test.ledger().produced, 0, 'lines count when their batch is closed');
    await until('the batch is delivered', delivered(3));
    assert.deepEqual(test.lines(), ids);
    await test.clock.advance(2_000);
    const { ledger, batches, lastComplete, failure } = test.progress.get(1) ?? {};
    assert.equal(ledger?.delivered, 3);
    assert.equal(ledger?.pending, 0);
    assert.equal(ledger?.batches, 1);
    assert.ok(ledger.bytes > 0 && ledger.bytesSent > 0);
    assert.equal(lastComplete, Date.UTC(2026, 0, 1));
    assert.equal(failure, undefined);
    assert.deepEqual(
      batches?.map(({ state, records, attempts }) => ({ state, records, attempts })),
      [{ state: 'delivered', records: 3, attempts: 1 }],
    );
  });

  it('keeps the limits of batches exactly, also within one published batch', async () => {
    begin();
    const big = { records: 1e9, bytes: 1e9, seconds: 3 };
    await test.start(
      job({ id: 1, limits: { ...big, records: 1_000 } }),
      job({ id: 2, limits: { ...big, bytes: 500 } }),
    );
    const ids = [...(await test.publish(2_345)), ...(await test.publish(655))];
    await until('all is delivered', () => delivered(3_000, 1)() && delivered(3_000, 2)());
    assert.deepEqual(
      test.received.get('memory:1')?.map(({ lines }) => lines.length),
      [1_000, 1_000, 1_000],
    );
    assert.deepEqual(test.lines('memory:1'), ids);
    assert.deepEqual(test.lines('memory:2'), ids);
    const sizes = test.received
      .get('memory:2')
      ?.map(({ lines }) => `"${lines.join('"\n"')}"\n`.length);
    assert.ok(Math.max(...(sizes ?? [])) <= 500);
    assert.ok((sizes?.length ?? 0) < 80, 'batches are full');
  });

  it('counts filtered and sampled-out lines, and sends no empty batch', async () => {
    begin();
    const where = { key: 'ClientCountry', operator: 'eq', value: 'us' };
    const filter = JSON.stringify({ where });
    const sampled = { ...job().output, sampleRate: 0.5 };
    await test.start(job({ id: 1, filter }), job({ id: 2, output: sampled }));
    await test.publish(1_000);
    await until('a half is delivered', () => test.ledger(2).delivered > 0);
    const { produced, filtered, delivered, pending } = test.ledger(1);
    assert.deepEqual([produced, filtered, delivered, pending], [1_000, 1_000, 0, 0]);
    assert.deepEqual(test.lines('memory:1'), []);
    const { delivered: half, sampledOut } = test.ledger(2);
    assert.ok(half > 400 && half < 600, `${half} of 1000`);
    assert.equal(half + sampledOut, 1_000);
    await test.clock.advance(2_000);
    assert.ok(test.progress.get(1)?.lastComplete);
  });

  it('orders lines of all streams by time', async () => {
    begin();
    await test.start(job());
    const now = test.clock.now();
    const [late] = await test.publish(1, { Datetime: now + 2 });
    const [early] = await test.publish(1, { Datetime: now + 1 });
    await until('both are delivered', delivered(2));
    assert.deepEqual(test.lines(), [early, late]);
  });

  it('delivers everything in order after a destination was down for two hours', async () => {
    begin({ pollMs: 5_000 });
    await test.start(job(), job({ id: 2 }));
    test.beforeTaking = (text) => (text === 'memory:1' ? refuse() : undefined);
    const ids: string[] = [];
    for (let minute = 0; minute < 120; minute++) {
      ids.push(...(await test.publish(20)));
      await test.clock.advance(MINUTE);
    }
    assert.deepEqual(test.lines('memory:1'), []);
    assert.deepEqual(test.lines('memory:2'), ids.slice(0, test.lines('memory:2').length));
    assert.ok(test.lines('memory:2').length > 2_300, 'the other job was not delayed');
    const { failure } = test.progress.get(1) ?? {};
    assert.equal(failure?.message, 'the receiver refused the batch');
    const now = test.clock.now();
    assert.ok(
      now - (failure?.since ?? now) > 1.9 * HOUR && now - (failure?.at ?? 0) < 5.1 * MINUTE,
    );
    const { pending } = test.ledger(1);
    assert.ok(pending < 2_000, `${pending} lines are in memory, the others in the spool`);
    test.beforeTaking = () => {};
    await until('all is delivered', delivered(2_400), 10_000);
    assert.deepEqual(test.lines('memory:1'), ids);
    const times = test.received.get('memory:1')?.length ?? 0;
    assert.ok(times < 20, `${times} batches`);
    await test.clock.advance(2_000);
    assert.equal(test.progress.get(1)?.failure, undefined);
  });

  it('replays the last hour for a new job', async () => {
    begin({ pollMs: 5_000 });
    const hours: string[][] = [];
    for (let hour = 0; hour < 3; hour++) {
      hours.push(await test.publish(10));
      await test.clock.advance(HOUR);
    }
    const now = test.clock.now();
    const periods = [{ from: now }];
    const range = { from: now - 1.5 * HOUR, to: now };
    const replays = [{ ...range, id: 'r1' }];
    await test.start(job({ periods, replays }));
    hours.push(await test.publish(10));
    await until('all is delivered', delivered(20));
    assert.deepEqual(
      test.lines().toSorted(),
      [...(hours[2] ?? []), ...(hours[3] ?? [])].toSorted(),
    );
    await until('the replay is done', () => test.progress.get(1)?.replayed[0] === 'r1');
    assert.deepEqual(
      test.progress
        .get(1)
        ?.batches.map(({ replay }) => replay)
        .toSorted(),
      ['r1', undefined],
    );
    const set = [job({ periods, replays: [...replays, { ...range, id: 'r3' }] })];
    await test.change({ set });
    await until(
      'a second one is done',
      () => test.progress.get(1)?.replayed.includes('r3') === true,
    );
    assert.equal(test.ledger().delivered, 30);
    // Finished replays are not repeated while the job lists them.
    await test.drain();
    await test.start(job({ periods, replays, version: 2 }));
    await test.clock.advance(MINUTE);
    assert.equal(test.lines().length, 30);
    await test.drain();
    await test.start(job({ periods, replays: [{ ...range, id: 'r2' }], version: 3 }));
    await until('it is replayed', delivered(40));
    assert.ok(!test.progress.get(1)?.replayed.includes('r1'));
  });

  it('honours the Retry-After of a destination', async () => {
    begin();
    const attempts: number[] = [];
    test.beforeTaking = () => {
      attempts.push(test.clock.now());
      throw new DestinationError('too many', { retryAfterMs: 90_000 });
    };
    await test.start(job());
    await test.publish(1);
    await until('an attempt was made', () => attempts.length === 1);
    // The attempt may have been made at the beginning of a step of the clock.
    await test.clock.advance(88_000);
    assert.equal(attempts.length, 1);
    await until('another one was made', () => attempts.length === 2);
    const pause = (attempts[1] ?? 0) - (attempts[0] ?? 0);
    assert.ok(pause >= 90_000 && pause < 100_000, `${pause} ms`);
    assert.equal(test.ledger().pending, 1);
  });

  it('tries again at once on request', async () => {
    begin();
    test.beforeTaking = () => {
      throw new DestinationError('no', { isPermanent: true });
    };
    await test.start(job());
    const ids = await test.publish(3);
    await until('it has failed', failing());
    test.beforeTaking = () => {};
    await test.change({ set: [job({ version: 2, retriedAt: test.clock.now() })] });
    const asked = test.clock.now();
    await until('it is delivered', delivered(3));
    assert.deepEqual(test.lines(), ids);
    assert.ok(test.clock.now() - asked < MINUTE);
  });

  it('retries rarely after a permanent error', async () => {
    begin();
    let attempts = 0;
    test.beforeTaking = () => {
      attempts += 1;
      throw new DestinationError('there is no such bucket', { isPermanent: true });
    };
    await test.start(job());
    await test.publish(1);
    await until('it has failed', failing());
    await test.clock.advance(4.9 * MINUTE);
    assert.equal(attempts, 1);
    await until('it was retried', () => attempts === 2);
  });

  it('does not delay a job when another one hangs', async () => {
    begin();
    test.beforeTaking = (text) => (text === 'memory:1' ? new Promise(() => {}) : undefined);
    await test.start(job(), job({ id: 2 }));
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      ids.push(...(await test.publish(2_000)));
      await test.clock.advance(31_000);
    }
    await until('the other delivers', delivered(10_000, 2));
    assert.deepEqual(test.lines('memory:2'), ids);
    const { pending, produced } = test.ledger(1);
    assert.deepEqual([pending, produced], [1_000, 1_000], 'only the batch in flight is closed');
  });

  it('recreates a batch after a kill, with the same id and lines', async () => {
    begin();
    test.afterTaking = () => new Promise(() => {});
    const half = { ...job().output, sampleRate: 0.5 };
    const small = { records: 100, bytes: 1e6, seconds: 30 };
    await test.start(job({ output: half, limits: small }));
    await test.publish(450);
    await until('a batch has arrived', () => test.lines().length === 100);
    test.kill();
    test.afterTaking = () => {};
    await test.publish(50);
    await test.start(job({ output: half, limits: small }));
    await until(
      'all is delivered',
      () => test.ledger().produced === 500 && test.ledger().pending === 0,
    );
    const [first, again, ...others] = test.received.get('memory:1') ?? [];
    assert.deepEqual(again, first);
    const once = [first, ...others].flatMap((batch) => batch?.lines ?? []);
    assert.equal(new Set(once).size, once.length);
    assert.equal(once.length, test.ledger().delivered);
  });

  it('sends a planned batch to the new destination of a job that was changed', async () => {
    begin();
    test.beforeTaking = (text) => (text === 'memory:1' ? refuse() : undefined);
    await test.start(job());
    const ids = await test.publish(3);
    await until('it has failed', failing());
    const planned = test.progress.get(1)?.batches[0]?.id;
    const filter = '{"where":{"key":"ClientCountry","operator":"eq","value":"us"}}';
    const changed = job({ version: 2, destination: 'memory:new', filter });
    await test.change({ set: [changed] });
    await test.publish(3);
    await until('it is delivered', delivered(3));
    assert.deepEqual(test.received.get('memory:new'), [{ id: planned, lines: ids }]);
    await until('the filter is applied', () => test.ledger().filtered === 3);
  });

  it('keeps pending lines of a disabled job, and delivers them when it is enabled again', async () => {
    begin();
    test.beforeTaking = refuse;
    await test.start(job());
    const ids = await test.publish(3);
    await until('it has failed', failing());
    // Neither these lines nor the next ones are in a batch yet.
    ids.push(...(await test.publish(2)));
    await test.clock.advance(1_000);
    const to = test.clock.now();
    await test.change({ paused: [1] });
    const { ledger, failure } = test.progress.get(1) ?? {};
    assert.deepEqual([ledger?.produced, ledger?.pending, ledger?.dropped], [3, 3, 0]);
    assert.equal(failure?.message, 'the receiver refused the batch');
    test.beforeTaking = () => {};
    await test.publish(4);
    await test.clock.advance(MINUTE);
    assert.deepEqual(test.lines(), []);
    const from = test.clock.now();
    await test.change({ set: [job({ version: 3, periods: [{ from: 0, to }, { from }] })] });
    ids.push(...(await test.publish(5)));
    await until('it is delivered', delivered(10));
    assert.deepEqual(test.lines(), ids);
    const { produced, dropped, pending } = test.ledger();
    assert.deepEqual([produced, dropped, pending], [10, 0, 0]);
  });

  it('delivers the lines of every period in which a job was enabled, whatever it has noticed', async () => {
    begin();
    test.beforeTaking = refuse;
    const periods: Period[] = [];
    const ids: string[] = [];
    const on = async () => {
      periods.push({ from: test.clock.now() });
      ids.push(...(await test.publish(3)));
      await test.clock.advance(5_000);
    };
    const off = async (notice: () => Promise<void> | void) => {
      periods.push({ from: periods.pop()?.from ?? 0, to: test.clock.now() });
      await notice();
      await test.publish(2);
      await test.clock.advance(3_000);
    };
    const current = () => job({ periods: [...periods] });
    await on();
    await test.start(current());
    for (let n = 0; n < 4; n++) {
      await off(() => test.change({ paused: [1] }));
      await on();
      await test.change({ set: [current()] });
    }
    // Killed directly after the change, and changed while it did not run.
    await off(() => test.kill());
    await test.startWith([], [1]);
    await on();
    await off(() => test.kill());
    await on();
    test.beforeTaking = () => {};
    await test.start(current());
    await until('all is delivered', delivered(ids.length));
    assert.deepEqual(test.lines(), ids);
    const { produced, pending, dropped, missed } = test.ledger();
    assert.deepEqual([produced, pending, dropped, missed], [ids.length, 0, 0, 0]);
  });

  it('cuts a batch that is too large for the destination, until it is accepted', async () => {
    begin();
    const attempts: number[] = [];
    const sizes = new Map<string, number>();
    test.refusesSize = (records) => {
      attempts.push(records);
      return records > 2;
    };
    const other = test.openBus('edge-2');
    const filter = '{"where":{"key":"ClientCountry","operator":"eq","value":"ca"}}';
    await test.start(job({ filter }));
    const ids = await test.publish(4);
    await test.publish(1, { ClientCountry: 'us' });
    ids.push(...(await test.publish(3, {}, other)), ...(await test.publish(2)));
    await until('all is delivered', delivered(9));
    assert.deepEqual(test.lines().toSorted(), ids.toSorted());
    assert.deepEqual(
      attempts.filter((records) => records > 2),
      [9, 4, 5, 3],
    );
    for (const { id, lines } of test.received.get('memory:1') ?? []) sizes.set(id, lines.length);
    assert.ok([...sizes.values()].every((lines) => lines <= 2));
    const { produced, filtered, pending, dropped, batches } = test.ledger();
    assert.deepEqual([produced, filtered, pending, dropped], [10, 1, 0, 0]);
    assert.equal(batches, sizes.size);
    await other.close();
  });

  it('keeps a single line that is too large for the destination', async () => {
    begin();
    test.refusesSize = () => true;
    await test.start(job());
    await test.publish(1);
    const hasFailed = failing();
    await until('it was refused', () => hasFailed() || test.ledger().dropped > 0);
    assert.deepEqual([test.ledger().pending, test.ledger().dropped], [1, 0]);
  });

  it('applies new limits to what has not been sent, also after a restart', async () => {
    begin();
    test.beforeTaking = refuse;
    await test.start(job());
    const ids = await test.publish(10);
    await until('it has failed', failing());
    test.kill();
    test.beforeTaking = () => {};
    await test.start(job({ version: 2, limits: { records: 3, bytes: 5_000_000, seconds: 3 } }));
    await until('all is delivered', delivered(10));
    assert.deepEqual(test.lines(), ids);
    assert.ok(test.received.get('memory:1')?.every(({ lines }) => lines.length <= 3));
  });

  it('counts the interval of a batch from its first line, over restarts and changes', async () => {
    begin();
    const limits = { records: 1_000, bytes: 5_000_000, seconds: 60 };
    await test.start(job({ limits }));
    const ids = await test.publish(3);
    for (let version = 2; version < 6; version++) {
      await test.clock.advance(13_000);
      assert.deepEqual(test.lines(), []);
      if (version % 2 === 0)
        await test.change({ set: [job({ limits, version, name: `${version}` })] });
      else {
        test.kill();
        await test.start(job({ limits, version }));
      }
    }
    await test.clock.advance(5_000);
    await until('it is delivered', () => test.lines().length === 3);
    assert.deepEqual(test.lines(), ids);
    assert.ok(test.clock.now() - Date.UTC(2026, 0, 1) < 75_000);
  });

  it('fills batches when it has lines to catch up with', async () => {
    begin();
    for (let n = 0; n < 100; n++) await test.publish(10);
    await test.clock.advance(HOUR);
    await test.start(job());
    await until('all is delivered', delivered(1_000));
    assert.equal(test.received.get('memory:1')?.length, 1);
  });

  it('drops pending lines of deleted jobs, also of those that were deleted while it did not run', async () => {
    begin();
    test.beforeTaking = refuse;
    await test.start(job(), job({ id: 2 }));
    await test.publish(3);
    await until('both have failed', () => failing(1)() && failing(2)());
    await test.change({ paused: [1, 2] });
    await test.change({ removed: [1] });
    test.kill();
    await test.start();
    await test.clock.advance(MINUTE);
    for (const id of [1, 2]) {
      const { ledger, batches } = test.progress.get(id) ?? {};
      assert.deepEqual([ledger?.produced, ledger?.pending, ledger?.dropped], [3, 0, 3]);
      assert.equal(batches?.at(-1)?.state, 'dropped');
    }
    assert.deepEqual(test.lines('memory:1'), []);
  });

  it('counts lines removed from the spool, and drops a batch that cannot be recreated', async () => {
    begin({ maxSpoolBytes: 20_000 });
    test.beforeTaking = refuse;
    await test.start(job({ limits: { records: 100, bytes: 1e6, seconds: 30 } }));
    for (let n = 0; n < 100; n++) await test.publish(100);
    await until('it has failed', failing());
    for (let n = 0; n < 100; n++) await test.publish(100);
    await until('the batch was dropped', () => test.ledger().dropped >= 100, 10_000);
    test.beforeTaking = () => {};
    await until(
      'the rest is delivered',
      () => {
        const { produced, missed, pending } = test.ledger();
        return produced + missed >= 20_000 && pending === 0;
      },
      10_000,
    );
    const { delivered, dropped, missed } = test.ledger();
    assert.ok(delivered > 0 && dropped >= 100 && missed > 0);
    // Lines of the other zone are missed as well.
    assert.ok(delivered + dropped + missed >= 20_000 && delivered + dropped + missed <= 20_200);
    const states = new Set(test.progress.get(1)?.batches.map(({ state }) => state));
    assert.ok(states.has('dropped'));
  });

  it('skips and counts unreadable batches', async () => {
    begin();
    await test.start(job());
    await test.bus.publish('firewall-events', [1, 2, 3]);
    const ids = await test.publish(2);
    await until('the others are delivered', delivered(2));
    assert.deepEqual(test.lines(), ids);
    assert.equal(test.ledger().missed, 3);
  });

  it('delivers every line once although batches of two streams are read in parts', async () => {
    begin();
    const other = test.openBus('edge-2');
    const hanging = Promise.withResolvers<void>();
    test.beforeTaking = () => hanging.promise;
    await test.start(job({ limits: { records: 100, bytes: 1e6, seconds: 30 } }));
    const ids = await test.publish(100);
    await test.clock.advance(2_000);
    ids.push(...(await test.publish(150)));
    await test.clock.advance(2_000);
    assert.equal(test.ledger().pending, 100, 'the second batch is read in part');
    // It was stored after the other one, and published before it.
    test.clock.set(test.clock.now() - 2_010);
    ids.push(...(await test.publish(150, {}, other)));
    hanging.resolve();
    await until('all is delivered', delivered(400));
    await test.clock.advance(MINUTE);
    assert.deepEqual(test.lines().toSorted(), ids.toSorted());
    assert.equal(test.ledger().produced, 400);
    await other.close();
  });

  it('recreates a batch although its range has an unreadable one', async () => {
    begin();
    test.beforeTaking = () => new Promise(() => {});
    test.isDamaged = ({ first }) => first === 1;
    await test.start(job());
    await test.publish(2);
    const ids = await test.publish(2);
    await until('it is being sent', () => test.progress.get(1)?.batches.length === 1);
    test.kill();
    test.beforeTaking = () => {};
    await test.start(job());
    await until('it is delivered', delivered(2));
    assert.deepEqual(test.lines(), ids);
    assert.equal(test.ledger().missed, 3);
  });

  it('waits until all lines of a batch to recreate can be read', async () => {
    begin();
    test.beforeTaking = () => new Promise(() => {});
    await test.start(job());
    const ids = await test.publish(2);
    await until('it is being sent', () => test.progress.get(1)?.batches.length === 1);
    test.kill();
    test.beforeTaking = () => {};
    test.isLocked = true;
    await test.start(job());
    await until('it has failed', failing());
    assert.equal(test.ledger().pending, 2);
    test.isLocked = false;
    await until('it is delivered', delivered(2));
    assert.deepEqual(test.lines(), ids);
  });

  it('reports why a job cannot start, and retries', async () => {
    let isBroken = true;
    begin({
      openDestination() {
        if (isBroken) throw new DestinationError('no credentials for this bucket');
        return {
          render: () => [],
          send: async () => {},
          probe: async () => {},
          close: async () => {},
        };
      },
    });
    const output = { ...job().output, fieldNames: ['NoSuchField'] };
    await test.start(job({ id: 2, dataset: 'no_such_dataset' }), job(), job({ id: 3, output }));
    await test.publish(3);
    await until('it has failed', failing());
    assert.equal(test.progress.get(1)?.failure?.message, 'no credentials for this bucket');
    assert.equal(test.progress.get(2), undefined, 'a job with an unknown dataset does not run');
    isBroken = false;
    await until('it is delivered', delivered(3));
    await until('it no longer fails', () => !failing()());
  });

  it('delivers to a real receiver after every kind of failure', async () => {
    const receiver = await startBatchReceiver('http');
    begin({
      openDestination: (text) =>
        openDestination(text, {
          client,
          clock: test.clock,
          credentials: noBucketCredentials,
          fileFolder: undefined,
        }),
    });
    const allow = [parseCidr('127.0.0.0/8') ?? assert.fail()];
    const client = new GuardedClient({ allow, clock: test.clock });
    try {
      const destination = `http://127.0.0.1:${receiver.port}/`;
      await test.start(job({ destination }));
      const ids: string[] = [];
      for (const mood of ['500', '429', 'hangs', 'closes', 'takes and closes'] as const) {
        receiver.mood = mood;
        const attempts = receiver.attempts.length;
        ids.push(...(await test.publish(3)));
        await until(
          `an attempt reaches the receiver in the mood "${mood}"`,
          () => receiver.attempts.length > attempts,
        );
        // An attempt at a hanging receiver times out.
        await until('it has failed', failing(), 10_000);
        receiver.mood = 'takes';
        await until('it is delivered', delivered(ids.length));
        await until('it no longer fails', () => !failing()());
      }
      const batches = new Map(receiver.batches.map(({ id, text }) => [id, text]));
      assert.equal(batches.size, 5);
      for (const { id, text } of receiver.batches) assert.equal(text, batches.get(id));
      const lines = [...batches.values()].flatMap((text) => text.trimEnd().split('\n'));
      assert.deepEqual(
        lines.map((line) => JSON.parse(line)),
        ids,
      );
    } finally {
      await client.close();
      await receiver.stop();
    }
  });

  it('keeps the memory of open batches within its budget', async () => {
    begin({ lineBytes: 100_000 });
    test.beforeTaking = (text) => (text === 'memory:1' ? refuse() : undefined);
    const limits = { records: 1e6, bytes: 1e9, seconds: 300 };
    await test.start(job({ limits }), job({ id: 2, limits }));
    const ids: string[] = [];
    for (let n = 0; n < 40; n++) {
      ids.push(...(await test.publish(200)));
      await test.clock.advance(1_000);
      const open = [...test.shipping.jobs].flatMap((each) => [...each.runs]);
      const size = open.reduce((sum, run) => sum + run.size, 0);
      assert.ok(size <= 100_000, `${size} bytes are open`);
    }
    test.beforeTaking = () => {};
    await until('all is delivered', () => delivered(8_000, 1)() && delivered(8_000, 2)(), 20_000);
    assert.deepEqual(test.lines('memory:1'), ids);
    assert.deepEqual(test.lines('memory:2'), ids);
  });

  it('keeps planned batches and bodies within their memory budgets when many destinations hang', async () => {
    const [lineBytes, bodyBytes] = [60_000, 20_000];
    begin({ lineBytes, bodyBytes });
    const released = Promise.withResolvers<void>();
    test.beforeTaking = (text) => (text === 'memory:9' ? undefined : released.promise);
    const jobs = Array.from({ length: 9 }, (_, at) => job({ id: at + 1 }));
    await test.start(...jobs);
    const ids: string[] = [];
    const runs = () => [...test.shipping.jobs].flatMap((each) => [...each.runs]);
    const check = () => {
      const waiting = runs().reduce((sum, { shipment }) => sum + (shipment?.size ?? 0), 0);
      assert.ok(waiting <= lineBytes, `${waiting} bytes wait`);
      // The last one may exceed the budget.
      assert.ok(test.shipping.bodyBytes < bodyBytes + 10_000, `${test.shipping.bodyBytes} bytes`);
    };
    for (let n = 0; n < 20; n++) {
      ids.push(...(await test.publish(500)));
      await test.clock.advance(5_000);
      check();
    }
    await until('the other delivers', delivered(9_000, 9));
    released.resolve();
    await until('all is delivered', () => {
      check();
      return jobs.every(({ id }) => delivered(10_000, id)());
    });
    for (const { id } of jobs) assert.deepEqual(test.lines(`memory:${id}`), ids);
  });

  it('finishes an attempt when it drains, and leaves the rest in the spool', async () => {
    begin();
    const taken = Promise.withResolvers<void>();
    let isSent = false;
    test.beforeTaking = () => {
      isSent = true;
      return taken.promise;
    };
    await test.start(job());
    const first = await test.publish(2);
    await until('it is being sent', () => isSent);
    const second = await test.publish(3);
    await test.clock.advance(1_000);
    const draining = test.drain(5_000);
    taken.resolve();
    await draining;
    assert.deepEqual(test.lines(), first);
    assert.equal(test.progress.get(1)?.ledger.delivered, 2);
    await test.start(job());
    await until('the rest is delivered', delivered(5));
    assert.deepEqual(test.lines(), [...first, ...second]);
  });

  it('aborts an attempt that takes longer than the drain time', async () => {
    begin();
    let attempts = 0;
    test.beforeTaking = () => {
      attempts += 1;
      return new Promise(() => {});
    };
    await test.start(job());
    await test.publish(2);
    await until('it is being sent', () => attempts === 1);
    await test.drain(5_000);
    assert.equal(
      test.progress.get(1)?.failure,
      undefined,
      'this is not a failure of the destination',
    );
  });
});
