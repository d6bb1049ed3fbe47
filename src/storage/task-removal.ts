import type { Clock } from '../kernel/clock.ts';
import type { CoreTables, TaskState } from './core-tables.ts';
import type { Database } from './database.ts';
import { TaskOrder } from './task-order.ts';

/** Tasks per transaction; on SQLite other writers wait for it. */
export const REMOVAL_BATCH = 200;

export interface TaskRemovalOptions {
  readonly database: Database<CoreTables>;
  readonly clock: Clock;
  readonly queue: string;
  /** Only tasks in one of these states are removed. */
  readonly states: readonly TaskState[];
}

/** Removes tasks of a queue and counts them by the state that they had. */
export class TaskRemoval {
  readonly counts = new Map<TaskState, number>();
  readonly #options: TaskRemovalOptions;
  readonly #order: TaskOrder;

  constructor(options: TaskRemovalOptions) {
    this.#options = options;
    this.#order = new TaskOrder(options.database);
  }

  /** Removes those of the tasks that are not running, in one transaction. */
  async remove(
    tasks: readonly { readonly seq: number; readonly task_key: string | null }[],
  ): Promise<void> {
    if (tasks.length === 0) return;
    const { database, clock, queue, states } = this.#options;
    const numbers = tasks.map(({ seq }) => seq);
    const keys = tasks.map(({ task_key: key }) => key);
    const removed = await database.transaction(async (tx) => {
      await this.#order.lock(tx, queue, keys);
      const rows = await tx
        .deleteFrom('tasks')
        .where('seq', 'in', numbers)
        .where('state', 'in', states)
        .where('claimed_until', '<=', clock.now())
        .returning('state')
        .execute();
      await this.#order.unblock(tx, queue, keys, clock.now());
      return rows;
    });
    for (const { state } of removed) this.counts.set(state, (this.counts.get(state) ?? 0) + 1);
  }
}
