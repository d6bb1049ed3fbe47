import type { Transaction } from 'kysely';
import type { CoreTables } from './core-tables.ts';
import type { Database } from './database.ts';

/**
 * Keeps tasks with a key in order. Of all tasks of a key that are not dead letters exactly one is
 * `ready`, and the others are `blocked` until it ends: so claiming needs to look at ready tasks only, however
 * many wait behind them. Whoever adds, ends or revives a task of a key does it under the key's lock.
 */
export class TaskOrder {
  readonly #database: Database<CoreTables>;

  constructor(database: Database<CoreTables>) {
    this.#database = database;
  }

  /** To be called before the first change to tasks of these keys. */
  async lock(
    tx: Transaction<CoreTables>,
    queue: string,
    keys: Iterable<string | null>,
  ): Promise<void> {
    // Sorted, so that two transactions with several keys do not wait for each other.
    for (const key of distinct(keys).sort()) {
      await this.#database.lock(tx, `task ${queue} ${key}`);
    }
  }

  /**
   * To be called after the last change to tasks of these keys: makes the oldest blocked task ready where
   * none is. It is due now at the earliest, so that keys take turns instead of one running off its backlog.
   */
  async unblock(
    tx: Transaction<CoreTables>,
    queue: string,
    keys: Iterable<string | null>,
    now: number,
  ): Promise<void> {
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
