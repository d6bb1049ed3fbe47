import type { Selectable, Transaction } from 'kysely';
import type { Clock } from '../kernel/clock.ts';
import { offsetOf, type Page, type PageRequest, pageOf } from '../kernel/page.ts';
import type { CoreTables, TaskTable } from './core-tables.ts';
import type { Database } from './database.ts';
import { TaskOrder } from './task-order.ts';

export interface DeadLetter {
  readonly id: string;
  readonly queue: string;
  readonly key: string | null;
  readonly payload: unknown;
  readonly attempts: number;
  readonly lastError: string;
  readonly diedAt: number;
  readonly createdAt: number;
}

/** Tasks that failed permanently. They are kept for some time, so that people can inspect and retry them. */
export class DeadLetterStore {
  readonly #database: Database<CoreTables>;
  readonly #clock: Clock;
  readonly #order: TaskOrder;

  constructor(database: Database<CoreTables>, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#order = new TaskOrder(database);
  }

  /** Dead letters of a queue, the latest first. */
  async list(queue: string, request: PageRequest): Promise<Page<DeadLetter>> {
    const dead = this.#database.read
      .selectFrom('tasks')
      .where('queue', '=', queue)
      .where('state', '=', 'dead');
    const rows = await dead
      .selectAll()
      .orderBy('run_at', 'desc')
      .orderBy('seq', 'desc')
      .limit(request.perPage)
      .offset(offsetOf(request))
      .execute();
    const { total } = await dead
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return pageOf(rows.map(mapRow), Number(total), request);
  }

  /**
   * Runs a dead letter again, with all its attempts and its full time; false if there is none with this id. If
   * it has a key, it runs before the blocked tasks that were enqueued after it.
   */
  async requeue(id: string): Promise<boolean> {
    return await this.#database.transaction((tx) => this.requeueWithin(tx, id));
  }

  /** The same in a transaction of the caller. */
  async requeueWithin<Tables extends CoreTables>(
    within: Transaction<Tables>,
    id: string,
  ): Promise<boolean> {
    const tx = within as unknown as Transaction<CoreTables>;
    const now = this.#clock.now();
    const row = await tx
      .selectFrom('tasks')
      .select(['queue', 'task_key'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) return false;
    await this.#order.lock(tx, row.queue, [row.task_key]);
    const { numUpdatedRows } = await tx
      .updateTable('tasks')
      .set({
        state: row.task_key === null ? 'ready' : 'blocked',
        attempts: 0,
        run_at: now,
        scheduled_at: now,
        first_due_at: now,
        last_error: null,
      })
      .where('id', '=', id)
      .where('state', '=', 'dead')
      .executeTakeFirst();
    await this.#order.unblock(tx, row.queue, [row.task_key], now);
    return numUpdatedRows > 0n;
  }
}

function mapRow(row: Selectable<TaskTable>): DeadLetter {
  return {
    id: row.id,
    queue: row.queue,
    key: row.task_key,
    payload: JSON.parse(row.payload),
    attempts: row.attempts,
    lastError: row.last_error ?? '',
    diedAt: row.run_at,
    createdAt: row.created_at,
  };
}
