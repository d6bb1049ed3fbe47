import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import type { Bus } from '../bus.ts';
import type { SpoolReader } from '../spool.ts';
import { openEmbeddedBus } from './embedded-bus.ts';
import { openSpool } from './embedded-spool.ts';

const WRITERS: readonly string[] = ['edge-1', 'edge-2', 'primary'];
const READERS = 2;
const MAX_AGE_MS = 3_600_000;

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
      ms: fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: MAX_AGE_MS })),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      reader: fc.nat(READERS - 1),
      batches: fc.integer({ min: 1, max: 6 }),
      bytes: fc.integer({ min: 0, max: 400 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reopen' as const), writer: fc.nat(2) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('seek' as const),
      backMs: fc.integer({ min: 0, max: 5_000 }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const ALL = { batches: 1_000_000, bytes: 1_000_000_000 };

/** Three writers, two readers that start at the oldest message, and their positions. */
class Scene {
  readonly #clock = new ManualClock();
  readonly #folder = tempFolder();
  readonly #buses: Bus[] = [];
  readonly #spool: SpoolReader;
  readonly #maxBytes: number;
  readonly #accepted = WRITERS.map(() => 0);
  readonly #positions: Record<string, number>[] = Array.from({ length: READERS }, () => ({}));

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    const onError = (error: Error) => assert.fail(error);
    this.#spool = openSpool({ folder: this.#folder.path, topic: 'logs', onError });
    for (const writer of WRITERS.keys()) this.#open(writer);
  }

  async take(action: Step): Promise<void> {
    if (action.kind === 'publish') await this.#publish(action.writer, action.count);
    if (action.kind === 'pass-time') await this.#clock.advance(action.ms);
    if (action.kind === 'read') this.#read(action.reader, action);
    if (action.kind === 'seek') this.#seek(this.#clock.now() - action.backMs);
    if (action.kind !== 'reopen') return;
    await this.#buses[action.writer]?.close();
    this.#open(action.writer);
  }

  /** Reads the rest: every message must be delivered or counted as missed. */
  readRest(): void {
    for (const [reader, position] of this.#positions.entries()) {
      this.#read(reader, ALL);
      for (const { source, stream, oldest, newest } of this.#spool.streams()) {
        if (newest < oldest) continue;
        const writer = WRITERS.indexOf(source);
        assert.equal(position[stream], this.#accepted[writer]);
      }
    }
  }

  async close(): Promise<void> {
    this.#spool.close();
    for (const bus of this.#buses) await bus.close();
    this.#folder.remove();
  }

  #open(writer: number): void {
    this.#buses[writer] = openEmbeddedBus({
      folder: this.#folder.path,
      writer: WRITERS[writer] ?? '',
      spool: { topics: ['logs'], maxAgeMs: MAX_AGE_MS, maxBytes: this.#maxBytes },
      clock: this.#clock,
      onError: (error) => assert.fail(error),
    });
  }

  async #publish(writer: number, count: number): Promise<void> {
    const first = this.#accepted[writer] ?? 0;
    // Also the number that the message must get.
    const batch = Array.from({ length: count }, (_, n) => `${WRITERS[writer]} ${first + n + 1}`);
    const result = await this.#buses[writer]?.publish('logs', batch);
    if (result?.accepted) this.#accepted[writer] = first + count;
  }

  #read(reader: number, limits: { batches: number; bytes: number }): void {
    const position = this.#positions[reader] ?? {};
    const sources = new Map(this.#spool.streams().map(({ stream, source }) => [stream, source]));
    const batches = this.#spool.read(position, limits);
    assert.ok(batches.length <= limits.batches);
    for (const [index, { stream, first, last, missed, publishedAt, payload }] of [
      ...batches.map((batch) => ({ ...batch, payload: batch.payload() as string[] })),
    ].entries()) {
      assert.equal(first, (position[stream] ?? 0) + missed + 1, 'no duplicate and no gap');
      const numbers = Array.from({ length: last - first + 1 }, (_, n) => first + n);
      assert.deepEqual(
        payload,
        numbers.map((n) => `${sources.get(stream)} ${n}`),
      );
      assert.ok(publishedAt >= (batches[index - 1]?.publishedAt ?? 0), 'the earliest first');
      position[stream] = last;
    }
  }

  #seek(time: number): void {
    const all = this.#spool.read({}, ALL);
    const position = this.#spool.positionAt(time);
    const later = this.#spool.read(position, ALL);
    assert.deepEqual(
      later.map(({ stream, last }) => [stream, last]),
      all
        .filter(({ publishedAt }) => publishedAt >= time)
        .map(({ stream, last }) => [stream, last]),
    );
    assert.ok(later.every(({ missed }) => missed === 0));
  }
}

async function check(maxBytes: number, steps: readonly Step[]): Promise<void> {
  const scene = new Scene(maxBytes);
  try {
    for (const action of steps) await scene.take(action);
    scene.readRest();
  } finally {
    await scene.close();
  }
}

it('delivers every accepted message once, in order, or counts it as missed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(150, 600, 1_000_000),
      fc.array(step, { maxLength: 40, size: 'max' }),
      check,
    ),
    { numRuns: 40 },
  );
});
