import type { CoreTables } from '../src/storage/core-tables.ts';
import { TaskStore } from '../src/storage/task-store.ts';
import type { DatabaseKind } from '../test/support/databases.ts';
import { ManualClock } from '../test/support/manual-clock.ts';
import { type Benchmark, type Figure, median } from './support/benchmark.ts';
import { onEachDatabase } from './support/on-each-database.ts';

const BEHIND = 10_000;
const KEYS = 2_000;
const ROUNDS = 101;
const HOUR_MS = 3_600_000;
const CLAIM_MS = 24 * HOUR_MS;

/** Measures whether tasks of one key take longer if ten thousand wait behind another. */
export const tasks: Benchmark = {
  name: 'tasks',
  what: `claims beside ${BEHIND.toLocaleString('en')} tasks of one slow key and ${KEYS.toLocaleString('en')} keys that wait for a retry`,
  run: () => onEachDatabase(measure),
};

async function measure(kind: DatabaseKind): Promise<Figure[]> {
  const home = await kind.createMigrated();
  try {
    const database = home.open<CoreTables>();
    const store = new TaskStore(database, new ManualClock());
    const runAt = new ManualClock().now() + HOUR_MS;
    const enqueue = (payloads: number, options: (n: number) => { key: string; runAt?: number }) =>
      database.transaction((tx) =>
        store.enqueueAll(
          tx,
          'bench',
          Array.from({ length: payloads }, (_, n) => ({ payload: n, ...options(n) })),
        ),
      );
    const idle = async () => timed(() => store.claim('bench', 4, 'node', CLAIM_MS));
    const busy = async () => {
      await store.enqueue(database, 'bench', 'message', { key: 'quick' });
      return await timed(async () => {
        for (const task of await store.claim('bench', 4, 'node', CLAIM_MS)) {
          await store.complete(task);
        }
      });
    };
    const alone = [await medianOf(idle), await medianOf(busy)] as const;
    await enqueue(1, () => ({ key: 'slow' }));
    await store.claim('bench', 1, 'node', CLAIM_MS);
    await enqueue(BEHIND, () => ({ key: 'slow' }));
    await enqueue(KEYS, (n) => ({ key: `key-${n}`, runAt }));
    const beside = [await medianOf(idle), await medianOf(busy)] as const;
    return ['look for work', 'claim and complete one'].flatMap((what, n) => [
      { what: `${kind.name}: ${what}, alone`, value: alone[n] ?? 0, unit: 'ms' },
      { what: `${kind.name}: ${what}, beside`, value: beside[n] ?? 0, unit: 'ms' },
      {
        what: `${kind.name}: ${what}, alone ÷ beside`,
        value: (alone[n] ?? 0) / (beside[n] ?? 0),
        unit: '×',
        floor: 1 / 3,
      },
    ]);
  } finally {
    await home.remove();
  }
}

async function medianOf(round: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < ROUNDS; n++) times.push(await round());
  return median(times);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
