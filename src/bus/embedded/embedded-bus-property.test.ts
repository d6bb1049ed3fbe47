import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { ManualClock, settle } from '../../../test/support/manual-clock.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import type { Bus, BusMessage } from '../bus.ts';
import { until } from '../bus-contract.ts';
import { openEmbeddedBus } from './embedded-bus.ts';

const WRITERS = ['primary', 'edge-1', 'edge-2'] as const;
const TOPIC = 'logs';

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('publish' as const),
      writer: fc.nat(2),
      count: fc.integer({ min: 1, max: 8 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pass-time' as const),
      ms: fc.integer({ min: 1, max: 2_000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fail-next' as const),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reopen' as const), writer: fc.nat(2) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A bus in three processes, the first with a consumer, and the published and delivered messages. */
class Scene {
  readonly clock = new ManualClock();
  readonly accepted = new Set<string>();
  readonly delivered: string[] = [];
  readonly ids = new Map<string, string>();
  readonly #folder = tempFolder();
  readonly #buses: Bus[] = [];
  readonly #maxBytes: number;
  readonly #batchSize: number;
  readonly #next = WRITERS.map(() => 0);
  #failures = 0;

  constructor(maxBytes: number, batchSize: number) {
    this.#maxBytes = maxBytes;
    this.#batchSize = batchSize;
  }

  async open(writer: number): Promise<void> {
    const bus = openEmbeddedBus({
      folder: this.#folder.path,
      writer: WRITERS[writer] ?? '',
      maxBytes: this.#maxBytes,
      backoff: { firstMs: 100, maxMs: 1_000, factor: 2 },
      clock: this.clock,
      onError: () => {},
    });
    this.#buses[writer] = bus;
    if (writer !== 0) return;
    const handler = (messages: readonly BusMessage[]) => this.#handle(messages);
    await bus.consume({ topic: TOPIC, consumer: 'store', batchSize: this.#batchSize, handler });
  }

  async take(action: Step): Promise<void> {
    if (action.kind === 'publish') await this.#publish(action.writer, action.count);
    if (action.kind === 'pass-time') await this.clock.advance(action.ms);
    if (action.kind === 'fail-next') this.#failures = action.times;
    if (action.kind !== 'reopen') return;
    await this.#buses[action.writer]?.close();
    await this.open(action.writer);
  }

  /** Lets the consumer read everything; returns how many messages it cannot have seen. */
  async drain(): Promise<number> {
    this.#failures = 0;
    await this.clock.advance(2_000);
    let lost = 0;
    let lag = 1;
    while (lag > 0) {
      await settle();
      const [stats] = (await this.#buses[0]?.stats()) ?? [];
      lost = stats?.droppedUnread ?? 0;
      lag = stats?.consumers[0]?.lag ?? 0;
    }
    return lost;
  }

  async close(): Promise<void> {
    for (const bus of this.#buses) await bus.close();
    this.#folder.remove();
    await until(() => this.clock.sleeping === 0);
  }

  async #publish(writer: number, count: number): Promise<void> {
    const first = this.#next[writer] ?? 0;
    const batch = Array.from({ length: count }, (_, n) => `${WRITERS[writer]} ${first + n}`);
    this.#next[writer] = first + count;
    const result = await this.#buses[writer]?.publish(TOPIC, batch);
    if (result?.accepted) for (const payload of batch) this.accepted.add(payload);
  }

  #handle(messages: readonly BusMessage[]): void {
    for (const message of messages) {
      const payload = String(message.payload);
      assert.equal(this.ids.get(message.id) ?? payload, payload, 'an id belongs to one message');
      this.ids.set(message.id, payload);
      this.delivered.push(payload);
    }
    if (this.#failures-- > 0) throw new Error('not now');
  }
}

async function check(maxBytes: number, batchSize: number, steps: readonly Step[]): Promise<void> {
  const scene = new Scene(maxBytes, batchSize);
  for (const writer of WRITERS.keys()) await scene.open(writer);
  for (const action of steps) await scene.take(action);
  const lost = await scene.drain();
  await scene.close();

  const delivered = new Set(scene.delivered);
  const missing = [...scene.accepted].filter((payload) => !delivered.has(payload));
  assert.ok(missing.length <= lost, `${missing.length} missing, ${lost} counted as dropped`);
  assert.ok(delivered.isSubsetOf(scene.accepted), 'every delivered message was accepted');
  assert.equal(scene.ids.size, delivered.size, 'one id per message');
  for (const writer of WRITERS) {
    const firstTimes = [...delivered].filter((payload) => payload.startsWith(`${writer} `));
    const numbers = firstTimes.map((payload) => Number(payload.split(' ')[1]));
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
      'messages of a writer are delivered in order',
    );
  }
}

it('loses only messages that it counts as dropped, and keeps the order of each writer', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(150, 600, 1_000_000),
      fc.integer({ min: 1, max: 12 }),
      fc.array(step, { maxLength: 40, size: 'max' }),
      check,
    ),
    { numRuns: 100 },
  );
});
