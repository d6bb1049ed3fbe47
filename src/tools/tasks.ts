import type { Settings } from '../app/settings/settings.ts';
import { systemClock } from '../kernel/clock.ts';
import { PalisadeError } from '../kernel/palisade-error.ts';
import { type DeadLetter, DeadLetterStore } from '../storage/dead-letter-store.ts';
import { TaskStore } from '../storage/task-store.ts';
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

/** The latest dead letters of a queue. */
export async function deadLetters(
  settings: Settings,
  queue: string,
  limit: number,
): Promise<readonly DeadLetter[]> {
  const page = await withDatabase(settings, (database) =>
    new DeadLetterStore(database, systemClock).list(queue, { page: 1, perPage: limit }),
  );
  return page.items;
}

/** Runs a dead letter again, with all its attempts. */
export async function requeue(settings: Settings, id: string): Promise<void> {
  const isThere = await withDatabase(settings, (database) =>
    new DeadLetterStore(database, systemClock).requeue(id),
  );
  if (isThere) return;
  const advice = 'palisade tasks dead QUEUE lists them';
  throw new PalisadeError('dead_letter_unknown', `there is no dead letter ${id}; ${advice}`);
}
