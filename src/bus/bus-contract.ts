import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { eventually } from '../../test/support/eventually.ts';
import { ManualClock, settle } from '../../test/support/manual-clock.ts';
import type { Clock } from '../kernel/clock.ts';
import type { PalisadeError } from '../kernel/palisade-error.ts';
import type { Bus, BusErrorListener, BusMessage } from './bus.ts';
import { EncodedBatch } from './encoded-batch.ts';

export interface BusHome {
  /** Opens one process' end of the bus. */
  open(options: {
    readonly writer?: string;
    readonly maxBytes?: number;
    readonly pollMs?: number;
    readonly clock: Clock;
    readonly onError: BusErrorListener;
  }): Bus;
  remove(): void;
}

/** Longer than the backoff of a consumer after a few failures. */
const PAST_BACKOFF_MS = 60_000;

/** Lets the code under test run until `condition` holds; no time passes meanwhile. */
export function until(condition: () => boolean): Promise<void> {
  return eventually('the condition of the test holds', condition);
}

/** The contract of every bus. */
export function describeBusContract(name: string, createHome: () => BusHome): void {
  describe(`bus contract (${name})`, () => {
    let home: BusHome;
    let clock: ManualClock;
    let errors: PalisadeError[];
    let open: Bus[];

    beforeEach(() => {
      home = createHome();
      clock = new ManualClock();
      errors = [];
      open = [];
    });
    afterEach(async () => {
      for (const bus of open) await bus.close();
      home.remove();
      assert.equal(clock.sleeping, 0, 'no timer outlives close()');
    });

    function openBus(writer = 'primary', maxBytes = 1_000_000): Bus {
      const onError = (error: PalisadeError) => void errors.push(error);
      const bus = home.open({ writer, maxBytes, pollMs: 200, clock, onError });
      open.push(bus);
      return bus;
    }

    async function collect(bus: Bus, consumer: string, batchSize = 10) {
      const seen: BusMessage[] = [];
      const handler = (messages: readonly BusMessage[]) => {
        assert.ok(messages.length <= batchSize);
        seen.push(...messages);
      };
      const subscription = await bus.consume({ topic: 'logs', consumer, batchSize, handler });
      return { seen, subscription };
    }

    it('delivers published messages in order, with ids and times', async () => {
      const bus = openBus();
      const { seen } = await collect(bus, 'store');
      assert.deepEqual(await bus.publish('logs', [{ n: 1 }, 'two', null]), { accepted: true });
      await bus.publish('logs', [4]);
      await until(() => seen.length === 4);
      assert.deepEqual(payloads(seen), [{ n: 1 }, 'two', null, 4]);
      assert.equal(new Set(seen.map((message) => message.id)).size, 4);
      assert.ok(seen.every((message) => message.publishedAt === clock.now()));
      assert.ok(seen.every((message) => message.source === 'primary'));
    });

    it('splits and joins published batches to the batch size of the consumer', async () => {
      const bus = openBus();
      await bus.publish('logs', range(0, 7));
      await bus.publish('logs', range(7, 8));
      await bus.publish('logs', range(8, 20));
      const { seen } = await collect(bus, 'store', 5);
      await until(() => seen.length === 20);
      assert.deepEqual(payloads(seen), range(0, 20));
    });

    it('delivers an encoded batch as one message that counts as many', async () => {
      const bus = openBus();
      await bus.publish('logs', ['before']);
      await bus.publish('logs', new EncodedBatch('{"rows":[1,2,3]}', 3));
      await bus.publish('logs', new EncodedBatch('["a","b"]', 2));
      const [{ messages } = assert.fail()] = await bus.stats();
      assert.equal(messages, 6);
      const { seen, subscription } = await collect(bus, 'store', 1);
      await until(() => seen.length === 4);
      assert.deepEqual(payloads(seen), ['before', { rows: [1, 2, 3] }, 'a', 'b']);
      assert.deepEqual(
        seen.map(({ number }) => number),
        [1, 4, 5, 6],
      );
      await subscription.stop();
      assert.deepEqual((await bus.stats())[0]?.consumers, [{ consumer: 'store', lag: 0 }]);
    });

    it('keeps topics apart and accepts an empty batch', async () => {
      const bus = openBus();
      await bus.publish('other', ['x']);
      assert.deepEqual(await bus.publish('logs', []), { accepted: true });
      const { seen } = await collect(bus, 'store');
      await clock.advance(1_000);
      assert.deepEqual(seen, []);
    });

    it('delivers messages of another process at the next poll, in order per writer', async () => {
      const [primary, edge] = [openBus('primary'), openBus('edge-1')];
      const { seen } = await collect(primary, 'store', 3);
      await until(() => clock.sleeping === 1);
      for (let n = 0; n < 5; n++) await edge.publish('logs', [n, n + 0.5]);
      await settle();
      assert.equal(seen.length, 0, 'not polled yet');
      await clock.advance(200);
      await primary.publish('logs', range(0, 5));
      await until(() => seen.length === 15);
      const ofEdge = seen.filter((message) => message.source === 'edge-1');
      assert.deepEqual(payloads(ofEdge), [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5]);
      assert.equal(new Set(seen.map((message) => message.id)).size, 15);
      const streams = Map.groupBy(seen, ({ stream }) => stream);
      assert.equal(streams.size, 2);
      for (const numbers of [...streams.values()].map((each) => each.map(({ number }) => number))) {
        assert.deepEqual(
          numbers,
          [...new Set(numbers)].sort((one, other) => one - other),
        );
      }
    });

    it('lets a consumer look for messages of other processes less often', async () => {
      const [primary, edge] = [openBus('primary'), openBus('edge-1')];
      const seen: BusMessage[] = [];
      const handler = (messages: readonly BusMessage[]) => void seen.push(...messages);
      const seldom = { topic: 'logs', consumer: 'store', batchSize: 10, pollMs: 1_000, handler };
      await primary.consume(seldom);
      await until(() => clock.sleeping === 1);
      await edge.publish('logs', [1]);
      await clock.advance(999);
      await settle();
      assert.equal(seen.length, 0, 'not polled yet');
      await clock.advance(1);
      await until(() => seen.length === 1);
    });

    it('continues after the last acknowledged batch when opened again', async () => {
      const first = openBus();
      await first.publish('logs', range(0, 10));
      const { seen } = await collect(first, 'store', 4);
      await until(() => seen.length === 10);
      await first.publish('logs', ['later']);
      await until(() => seen.length === 11);
      await first.close();
      const second = openBus();
      await second.publish('logs', ['last']);
      const again = await collect(second, 'store');
      await until(() => again.seen.length === 1);
      assert.deepEqual(payloads(again.seen), ['last']);
      const [last] = again.seen;
      assert.ok(!seen.some((message) => message.id === last?.id), 'numbers continue');
      assert.ok(
        seen.every(({ stream, number }) => stream === last?.stream && number < last.number),
      );
    });

    it('redelivers a failed batch after a backoff, without delaying other consumers', async () => {
      const bus = openBus();
      const attempts: unknown[][] = [];
      await bus.consume({
        topic: 'logs',
        consumer: 'shaky',
        batchSize: 3,
        handler: async (messages) => {
          attempts.push(messages.map((message) => message.id));
          if (attempts.length <= 2) throw new Error('not now');
        },
      });
      const { seen } = await collect(bus, 'steady');
      await bus.publish('logs', range(0, 2));
      await until(() => seen.length === 2 && errors.length === 1);
      await bus.publish('logs', range(2, 6));
      await until(() => seen.length === 6);
      assert.equal(attempts.length, 1, 'a publish does not cut the backoff short');
      await clock.advance(PAST_BACKOFF_MS);
      await until(() => attempts.length === 5);
      const ids = seen.map((message) => message.id);
      const firstTwo = ids.slice(0, 2);
      assert.deepEqual(attempts, [firstTwo, firstTwo, firstTwo, ids.slice(2, 5), ids.slice(5)]);
      assert.deepEqual(
        errors.map((error) => error.code),
        ['bus_delivery_failed', 'bus_delivery_failed'],
      );
    });

    it('redelivers messages that were not acknowledged before the close', async () => {
      const first = openBus();
      await first.publish('logs', range(0, 3));
      const handler = () => Promise.reject(new Error('no'));
      await first.consume({ topic: 'logs', consumer: 'store', batchSize: 2, handler });
      await until(() => errors.length === 1);
      await first.close();
      const { seen } = await collect(openBus(), 'store');
      await until(() => seen.length === 3);
      assert.deepEqual(payloads(seen), range(0, 3));
    });

    it('starts a new consumer at the oldest message kept', async () => {
      const bus = openBus();
      const early = await collect(bus, 'early');
      await bus.publish('logs', range(0, 3));
      await until(() => early.seen.length === 3);
      const late = await collect(bus, 'late');
      await until(() => late.seen.length === 3);
      assert.deepEqual(late.seen, early.seen);
    });

    it('lets consumers read at different positions', async () => {
      const bus = openBus();
      await bus.publish('logs', range(0, 3));
      await bus.publish('logs', range(3, 6));
      let calls = 0;
      const handler = () => {
        if (++calls > 1) throw new Error('stuck in the second batch');
      };
      await bus.consume({ topic: 'logs', consumer: 'stuck', batchSize: 2, handler });
      await until(() => errors.length === 1);
      const { seen } = await collect(bus, 'late');
      await until(() => seen.length === 6);
      assert.deepEqual(payloads(seen), range(0, 6));
    });

    it('lets no busy writer starve another', async () => {
      const [busy, quiet] = [openBus('a-busy'), openBus('z-quiet')];
      await busy.publish('logs', range(0, 100));
      await quiet.publish('logs', ['me too']);
      const { seen } = await collect(quiet, 'store', 2);
      await until(() => seen.length === 101);
      assert.ok(payloads(seen).indexOf('me too') < 10);
    });

    it('drops the oldest messages at the size limit and counts those that a consumer had not read', async () => {
      const bus = openBus('primary', 1_000);
      for (let n = 0; n < 20; n++) await bus.publish('logs', [text(n, 100)]);
      const [before] = await bus.stats();
      assert.ok(before && before.bytes <= 1_000 && before.messages >= 9);
      assert.equal(before.dropped, 20 - before.messages);
      assert.equal(before.droppedUnread, 0, 'there is no consumer yet');

      const { seen, subscription } = await collect(bus, 'store');
      await until(() => seen.length === before.messages);
      await subscription.stop();
      for (let n = 20; n < 40; n++) await bus.publish('logs', [text(n, 100)]);
      const [after] = await bus.stats();
      assert.ok(after && after.bytes <= 1_000);
      assert.equal(after.dropped - before.dropped, 20 - after.messages);
      assert.equal(after.droppedUnread, 20 - after.messages, 'read messages are not counted');
      assert.deepEqual(after.consumers, [{ consumer: 'store', lag: after.messages }]);
      await bus.close();

      const [kept] = await openBus('primary', 1_000).stats();
      assert.deepEqual(kept, after, 'the counts outlive the process');
      assert.deepEqual(errors, []);
    });

    it('refuses, counts and reports a batch that cannot be stored', async () => {
      const bus = openBus('primary', 1_000);
      const circular: unknown[] = [];
      circular.push(circular);
      assert.deepEqual(await bus.publish('logs', [text(1, 2_000)]), { accepted: false });
      assert.deepEqual(await bus.publish('logs', circular), { accepted: false });
      assert.deepEqual(
        errors.map((error) => error.code),
        ['bus_publish_failed', 'bus_publish_failed'],
      );
      const [stats] = await bus.stats();
      assert.deepEqual([stats?.dropped, stats?.messages], [2, 0]);
      await bus.publish('logs', ['fine']);
      await bus.close();
      const [later] = await openBus().stats();
      assert.deepEqual([later?.dropped, later?.messages], [2, 1]);
    });

    it('reports stored messages and the lag of each consumer', async () => {
      const bus = openBus();
      const { seen, subscription } = await collect(bus, 'fast');
      await bus.publish('logs', range(0, 5));
      await until(() => seen.length === 5);
      await subscription.stop();
      const stuck = { topic: 'logs', consumer: 'stuck', batchSize: 2 };
      const handler = () => Promise.reject(new Error('no'));
      await bus.consume({ ...stuck, handler });
      await openBus('edge-1').publish('logs', range(0, 3));
      assert.deepEqual(await bus.stats(), [
        {
          topic: 'logs',
          messages: 8,
          bytes: '[0,1,2,3,4]'.length + '[0,1,2]'.length,
          oldestAt: clock.now(),
          dropped: 0,
          droppedUnread: 0,
          writers: ['edge-1', 'primary'],
          consumers: [
            { consumer: 'fast', lag: 3 },
            { consumer: 'stuck', lag: 8 },
          ],
        },
      ]);
    });

    it('removes a consumer only on request, and not while it runs', async () => {
      const bus = openBus();
      const { subscription } = await collect(bus, 'store');
      await assert.rejects(bus.removeConsumer('logs', 'store'), { code: 'bus_name_taken' });
      await subscription.stop();
      assert.equal((await bus.stats())[0]?.consumers.length, 1);
      await bus.removeConsumer('logs', 'store');
      assert.equal((await bus.stats())[0]?.consumers.length, 0);
    });

    it('runs a consumer name once at a time', async () => {
      const bus = openBus();
      const { subscription } = await collect(bus, 'store');
      await assert.rejects(collect(bus, 'store'), { code: 'bus_name_taken' });
      await assert.rejects(collect(openBus('edge-1'), 'store'), { code: 'bus_name_taken' });
      await subscription.stop();
      await collect(bus, 'store');
    });

    it('closes after the running handler, which may still publish', async () => {
      const bus = openBus();
      await bus.publish('logs', ['in']);
      const gate = Promise.withResolvers<void>();
      let signal: AbortSignal | undefined;
      await bus.consume({
        topic: 'logs',
        consumer: 'store',
        batchSize: 1,
        handler: async (_messages, aborted) => {
          signal = aborted;
          await gate.promise;
          assert.deepEqual(await bus.publish('derived', ['out']), { accepted: true });
        },
      });
      await until(() => signal !== undefined);
      const closed = bus.close();
      let ended = false;
      void closed.then(() => {
        ended = true;
      });
      await settle();
      assert.deepEqual([signal?.aborted, ended], [true, false]);
      gate.resolve();
      await closed;
      await bus.close();
      assert.deepEqual(await bus.publish('logs', ['late']), { accepted: false });
      await assert.rejects(collect(bus, 'store'), { code: 'bus_closed' });
      const stats = await openBus().stats();
      assert.deepEqual(
        stats.map((topic) => [topic.topic, topic.consumers, topic.messages]),
        [
          ['derived', [], 1],
          ['logs', [{ consumer: 'store', lag: 0 }], 1],
        ],
      );
    });

    it('refuses names that could escape the folder, and invalid batch sizes', async () => {
      const bus = openBus();
      for (const bad of ['', '..', 'a/b', 'A', 'a.b', 'ü', 'a\0', 'x'.repeat(101)]) {
        const handler = () => {};
        const consume = { topic: 'logs', consumer: 'store', batchSize: 1, handler };
        const invalid = { code: 'bus_invalid_name' };
        await assert.rejects(bus.publish(bad, [1]), invalid);
        await assert.rejects(bus.consume({ ...consume, topic: bad }), invalid);
        await assert.rejects(bus.consume({ ...consume, consumer: bad }), invalid);
        await assert.rejects(bus.removeConsumer('logs', bad), invalid);
        assert.throws(() => openBus(bad), invalid);
      }
      for (const size of [0, -1, 1.5, Number.NaN]) {
        await assert.rejects(collect(bus, 'store', size), { code: 'bus_invalid_batch_size' });
      }
    });
  });
}

export function payloads(messages: readonly BusMessage[]): unknown[] {
  return messages.map((message) => message.payload);
}

export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, n) => from + n);
}

/** A text of `length` characters that begins with its number. */
export function text(n: number, length: number): string {
  return `${n} `.padEnd(length, '.');
}
