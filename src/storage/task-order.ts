import type { Transaction } from 'kysely';
import type { CoreTables } from './core-tables.ts';
import type { Database } from './database.ts';

/** Tag of transactions that made a task of this queue ready; see `Database.wrote`. */
export const tasksOf = (queue: string): string => `tasks of ${queue}`;

/**
 * Keeps tasks with a key in order. Exactly one live task of a key is `ready`; the others are `blocked` until
 * it ends. So claiming reads ready tasks only, however many are blocked. Code that adds, ends or
 * requeues a task of a key must hold the lock of the key.
 */
export class TaskOrder {
  readonly #database: Database<CoreTables>;

  constructor(database: Database<CoreTables>) {
    this.#database = database;
  }

  /** Call it before the first change to tasks of these keys. */
  async lock(
    tx: Transaction<CoreTables>,
    queue: string,
    keys: Iterable<string | null>,
  ): Promise<void> {
    // In a fixed order, so that two transactions with several keys do not deadlock.
    for (const key of distinct(keys).sort()) {
      await this.#database.lock(tx, `task ${queue} ${key}`);
    }
  }

  /**
   * Call it after the last change to tasks, whether they have keys or not. For each key without a ready task it makes the
   * oldest blocked task ready. That task is due now at the earliest, so that keys alternate and a long
   * backlog of one key does not delay the others.
   */
  async unblock(
    tx: Transaction<CoreTables>,
    queue: string,
    keys: Iterable<string | null>,
    now: number,
  ): Promise<void> {
    this.#database.wrote(tx, tasksOf(queue));
    for (const key of distinct(keys)) {
      const inState = (state: 'ready' | 'blocked') =>
        tx
          .selectFrom('tasks')
          .select('seq')
          .where('queue', '=', queue)
          .where('task_key', '=', key)
          .where('state', '=', state)
          .orderBy('seq')
          .limit(1);
      await tx
        .updateTable('tasks')
        .set((eb) => ({
          state: 'ready',
          run_at: eb.case().when('run_at', '<', now).then(now).else(eb.ref('run_at')).end(),
          scheduled_at: now,
        }))
        .where('seq', '=', inState('blocked'))
        .where((eb) => eb.not(eb.exists(inState('ready'))))
        .execute();
    }
  }
}

function distinct(keys: Iterable<string | null>): string[] {
  return [...new Set(keys)].filter((key) => key !== null);
}
