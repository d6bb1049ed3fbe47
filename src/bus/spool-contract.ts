import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import type { Clock } from '../kernel/clock.ts';
import type { PalisadeError } from '../kernel/palisade-error.ts';
import type { Bus, BusErrorListener } from './bus.ts';
import { range, text, until } from './bus-contract.ts';
import { EncodedBatch } from './encoded-batch.ts';
import type { SpoolBatch, SpoolPosition, SpoolReader } from './spool.ts';

export interface SpoolHome {
  /** Opens the bus of a process that publishes to the topic `logs`, which is kept for 24 hours. */
  open(options: {
    readonly writer: string;
    readonly maxBytes: number;
    readonly clock: Clock;
    readonly onError: BusErrorListener;
  }): Bus;
  /** Opens a reader of the topic `logs`. */
  read(onError: BusErrorListener): SpoolReader;
  remove(): void;
}

export const HOURS_24 = 24 * 60 * 60 * 1_000;
const ALL = { batches: 1_000, bytes: 1_000_000_000 };

/** The contract of every spool. */
export function describeSpoolContract(name: string, createHome: () => SpoolHome): void {
  describe(`spool contract (${name})`, () => {
    let home: SpoolHome;
    let clock: ManualClock;
    let errors: PalisadeError[];
    let spool: SpoolReader;
    let open: Bus[];
    const onError = (error: PalisadeError) => void errors.push(error);

    beforeEach(() => {
      home = createHome();
      clock = new ManualClock();
      errors = [];
      spool = home.read(onError);
      open = [];
    });
    afterEach(async () => {
      spool.close();
      for (const bus of open) await bus.close();
      home.remove();
      assert.deepEqual(errors, []);
    });

    function openBus(writer = 'edge-1', maxBytes = 1_000_000): Bus {
      const bus = home.open({ writer, maxBytes, clock, onError });
      open.push(bus);
      return bus;
    }

    /** Publishes a batch in each second. */
    async function publish(bus: Bus, ...batches: readonly unknown[][]): Promise<void> {
      for (const batch of batches) {
        assert.deepEqual(await bus.publish('logs', batch), { accepted: true });
        await clock.advance(1_000);
      }
    }

    it('is empty before the first batch', () => {
      assert.deepEqual(spool.streams(), []);
      assert.deepEqual([spool.end(), spool.positionAt(0)], [{}, {}]);
      assert.deepEqual(spool.read({}, ALL), []);
    });

    it('delivers the batches after a position, repeatedly', async () => {
      const bus = openBus();
      const start = clock.now();
      await publish(bus, [1, 2], ['three']);
      await bus.publish('logs', new EncodedBatch('{"rows":[4,5]}', 2));
      const batches = spool.read({}, ALL);
      assert.deepEqual(payloads(batches), [[1, 2], ['three'], { rows: [4, 5] }]);
      assert.deepEqual(
        batches.map(({ first, last, publishedAt, missed }) => [first, last, publishedAt, missed]),
        [
          [1, 2, start, 0],
          [3, 3, start + 1_000, 0],
          [4, 5, start + 2_000, 0],
        ],
      );
      const [{ stream } = assert.fail(), ...others] = batches;
      assert.ok(others.every((batch) => batch.stream === stream));
      assert.deepEqual(payloads(spool.read({ [stream]: 2 }, ALL)), payloads(others));
      assert.deepEqual(payloads(spool.read({ [stream]: 2 }, ALL)), payloads(others));
      assert.deepEqual(spool.read(positionAfter(batches), ALL), []);
      assert.deepEqual(spool.end(), positionAfter(batches));
      assert.equal(batches[0]?.payload(), batches[0]?.payload(), 'decoded once');
    });

    it('delivers messages that are published while it is read', async () => {
      const bus = openBus();
      await publish(bus, [1]);
      const first = spool.read({}, ALL);
      await publish(bus, [2], [3]);
      assert.deepEqual(payloads(spool.read(positionAfter(first), ALL)), [[2], [3]]);
    });

    it('merges writers by publishing time, and finds new ones', async () => {
      const [one, two] = [openBus('edge-1'), openBus('edge-2')];
      await publish(two, ['a']);
      await publish(one, ['b'], ['c']);
      await publish(two, ['d']);
      const end = spool.end();
      await publish(one, ['e']);
      await publish(openBus('edge-3'), ['f'], ['g']);
      await publish(two, ['h']);
      assert.deepEqual(payloads(spool.read({}, ALL)).flat(), [...'abcdefgh']);
      assert.deepEqual(payloads(spool.read(end, ALL)).flat(), [...'efgh']);
    });

    it('reads up to the limits, but at least one batch', async () => {
      const bus = openBus();
      await publish(bus, ...range(0, 10).map((n) => [n]));
      const first = spool.read({}, { ...ALL, batches: 3 });
      assert.deepEqual(payloads(first).flat(), [0, 1, 2]);
      assert.deepEqual(
        payloads(spool.read(positionAfter(first), { ...ALL, bytes: 0 })).flat(),
        [3],
      );
      const [{ bytes } = assert.fail()] = spool.streams();
      const half = spool.read({}, { ...ALL, bytes: bytes / 2 });
      assert.deepEqual(payloads(half).flat(), range(0, 5));
    });

    it('reads a time range', async () => {
      const start = clock.now();
      const [one, two] = [openBus('edge-1'), openBus('edge-2')];
      for (const n of range(0, 20)) await publish(n % 3 === 0 ? one : two, [n, n + 0.5]);
      for (const [after, expected] of [
        [-5, 0],
        [0, 0],
        [1, 1],
        [6_999, 7],
        [7_000, 7],
        [19_000, 19],
        [19_001, 20],
        [99_000, 20],
      ] as const) {
        const position = spool.positionAt(start + after);
        const read = payloads(spool.read(position, ALL)).map((payload) => (payload as number[])[0]);
        assert.deepEqual(read, range(expected, 20));
      }
      const position = spool.positionAt(start + 4_000);
      const part = spool.read(position, { ...ALL, before: start + 8_000 });
      assert.deepEqual(
        payloads(part).map((payload) => (payload as number[])[0]),
        range(4, 8),
      );
    });

    it('lists its streams', async () => {
      const start = clock.now();
      await publish(openBus('edge-1'), [1, 2], [3]);
      await publish(openBus('edge-2'), [4]);
      const [one, two] = spool.streams();
      assert.partialDeepStrictEqual(
        [one, two],
        [
          { source: 'edge-1', oldest: 1, newest: 3, oldestAt: start, newestAt: start + 1_000 },
          { source: 'edge-2', oldest: 1, newest: 1, oldestAt: start + 2_000 },
        ],
      );
      assert.ok(one && two && one.bytes > two.bytes && one.stream !== two.stream);
    });

    it('keeps read messages until their retention time is over', async () => {
      const bus = openBus();
      const seen: unknown[] = [];
      const subscription = await bus.consume({
        topic: 'logs',
        consumer: 'store',
        batchSize: 10,
        handler: (messages) => void seen.push(...messages.map(({ payload }) => payload)),
      });
      await publish(bus, [1, 2], [3]);
      await until(() => seen.length === 3);
      await subscription.stop();
      await clock.advance(HOURS_24 - 2_000);
      await publish(bus, [4]);
      assert.deepEqual(payloads(spool.read({}, ALL)).flat(), [1, 2, 3, 4]);
      await publish(bus, [5]);
      assert.deepEqual(payloads(spool.read({}, ALL)).flat(), [3, 4, 5]);
      const [stats] = await bus.stats();
      assert.partialDeepStrictEqual(stats, { messages: 3, dropped: 0, droppedUnread: 0 });
      assert.deepEqual(stats?.consumers, [{ consumer: 'store', lag: 2 }]);
      await publish(bus, [6]);
    });

    it('drops expired messages although nothing is published, and counts unread ones', async () => {
      const bus = openBus();
      const handler = () => Promise.reject(new Error('no'));
      const stuck = { topic: 'logs', consumer: 'stuck', batchSize: 10, handler };
      const subscription = await bus.consume(stuck);
      await until(() => clock.sleeping > 0);
      await subscription.stop();
      await publish(bus, ...range(0, 600).map((n) => [n, n]));
      await clock.advance(HOURS_24);
      await clock.advance(3_600_000);
      await until(() => spool.read({}, ALL).length === 0);
      assert.deepEqual(
        (await bus.stats()).map(({ messages, droppedUnread }) => [messages, droppedUnread]),
        [[0, 1_200]],
      );
      const [{ oldest, newest } = assert.fail()] = spool.streams();
      assert.deepEqual([oldest, newest], [1_201, 1_200], 'numbers continue');
    });

    it('reports messages that expired before they were read', async () => {
      const bus = openBus('edge-1', 1_000);
      await publish(bus, [text(0, 100)]);
      const first = spool.read({}, ALL);
      await publish(bus, ...range(1, 40).map((n) => [text(n, 100)]));
      const rest = spool.read(positionAfter(first), ALL);
      const [{ missed } = assert.fail(), ...others] = rest;
      assert.ok(missed > 0);
      assert.equal(missed + rest.length, 39);
      assert.ok(others.every((batch) => batch.missed === 0));
      assert.equal(payloads(rest).at(-1)?.toString(), text(39, 100));
      assert.deepEqual(
        spool.read(spool.positionAt(0), ALL).map((batch) => batch.missed),
        rest.map(() => 0),
      );
    });

    it('keeps its position when a writer stops and comes back', async () => {
      const first = openBus('edge-1');
      await publish(first, [1], [2]);
      const read = spool.read({}, ALL);
      await first.close();
      assert.deepEqual(spool.read(positionAfter(read), ALL), []);
      await publish(openBus('edge-1'), [3]);
      assert.deepEqual(payloads(spool.read(positionAfter(read), ALL)), [[3]]);
      assert.equal(spool.streams().length, 1);
    });
  });
}

export function payloads(batches: readonly SpoolBatch[]): unknown[] {
  return batches.map((batch) => batch.payload());
}

/** The position after these batches. */
export function positionAfter(batches: readonly SpoolBatch[]): SpoolPosition {
  return Object.fromEntries(batches.map(({ stream, last }) => [stream, last]));
}
