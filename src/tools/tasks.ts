import { createModules, type Tables, withoutNode } from '../app/modules.ts';
import type { Settings } from '../app/settings/settings.ts';
import { systemClock } from '../kernel/clock.ts';
import { PalisadeError } from '../kernel/palisade-error.ts';
import type { Database } from '../storage/database.ts';
import { type DeadLetter, DeadLetterStore } from '../storage/dead-letter-store.ts';
import { TaskStore } from '../storage/task-store.ts';
import { didYouMean } from './did-you-mean.ts';
import { withDatabase } from './with-database.ts';

/** The tasks of one queue, by state. */
export interface QueueDepth {
  readonly queue: string;
  readonly ready: number;
  readonly blocked: number;
  readonly dead: number;
}

/** Queues that have tasks, by name. */
export async function queueDepths(settings: Settings): Promise<QueueDepth[]> {
  const counts = await withDatabase(settings, (database) =>
    new TaskStore(database, systemClock).counts(),
  );
  const queues = Map.groupBy(counts, ({ queue }) => queue);
  return Array.from(queues, ([queue, rows]) => {
    const of = (state: string) => rows.find((row) => row.state === state)?.count ?? 0;
    return { queue, ready: of('ready'), blocked: of('blocked'), dead: of('dead') };
  });
}

/** The latest dead letters of a queue. Throws for a queue that no area has and that has no tasks. */
export async function deadLetters(
  settings: Settings,
  queue: string,
  limit: number,
): Promise<readonly DeadLetter[]> {
  return await withDatabase(settings, async (database) => {
    const letters = new DeadLetterStore(database, systemClock);
    const { items } = await letters.list(queue, { page: 1, perPage: limit });
    if (items.length === 0) await assertQueue(settings, database, queue);
    return items;
  });
}

async function assertQueue(
  settings: Settings,
  database: Database<Tables>,
  queue: string,
): Promise<void> {
  const counts = await new TaskStore(database, systemClock).counts();
  const { all } = createModules(database, systemClock, settings, withoutNode);
  const ofAreas = all.flatMap(({ queues }) => queues.map(({ name }) => name));
  const known = new Set([...ofAreas, ...counts.map((row) => row.queue)].sort());
  if (known.has(queue)) return;
  throw new PalisadeError(
    'queue_unknown',
    `there is no queue ${queue}.${didYouMean(queue, known)} The queues are ${[...known].join(', ')}.`,
  );
}

/** Runs a dead letter again, with all its attempts. */
export async function requeue(settings: Settings, id: string): Promise<void> {
  const isFound = await withDatabase(settings, (database) =>
    new DeadLetterStore(database, systemClock).requeue(id),
  );
  if (isFound) return;
  const advice = 'palisade tasks dead QUEUE lists them';
  throw new PalisadeError('dead_letter_unknown', `there is no dead letter ${id}; ${advice}`);
}
