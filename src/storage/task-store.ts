import type { ExpressionBuilder, Selectable, Transaction } from 'kysely';
import type { Task } from '../contracts/job.ts';
import type { Clock } from '../kernel/clock.ts';
import { newHexId } from '../kernel/hex-id.ts';
import { offsetOf, type Page, type PageRequest, pageOf } from '../kernel/page.ts';
import { MAX_CLOCK_SKEW_MS } from './clock-skew.ts';
import type { CoreTables, TaskTable } from './core-tables.ts';
import type { Database } from './database.ts';

/** Long enough to recognise the failure, short enough for a list. */
const MAX_ERROR_LENGTH = 1_000;
/** How many tasks to look at for each one wanted, so that a claimer that lost a race has others to try. */
const CANDIDATES_PER_TASK = 4;
/** The longest that a task is put off. */
const MAX_DELAY_MS = 15 * 60_000;

/** A task that `holder` alone may run until its claim expires. */
export interface ClaimedTask extends Task {
  readonly queue: string;
  readonly holder: string;
}

export interface DeadLetter {
  readonly id: string;
  readonly queue: string;
  readonly payload: unknown;
  readonly attempts: number;
  readonly lastError: string;
  readonly diedAt: number;
  readonly createdAt: number;
}

export interface EnqueueOptions {
  /** Not before this time, at most a quarter of an hour ahead. Default: now. */
  readonly runAt?: number;
  /**
   * Unique within the queue: while a task with this id waits, runs or is a dead letter, another one
   * is not added. Without it every call adds a task.
   */
  readonly id?: string;
}

export interface TaskCount {
  readonly queue: string;
  readonly state: 'ready' | 'dead';
  readonly count: number;
}

/** Work to be done, in the database: it survives restarts, and each task is run by one node at a time. */
export class TaskStore {
  readonly #database: Database<CoreTables>;
  readonly #clock: Clock;

  constructor(database: Database<CoreTables>, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /**
   * Adds a task and returns its id. Given a transaction, the task is there if and only if that
   * transaction commits.
   */
  async enqueue<Tables extends CoreTables>(
    into: Transaction<Tables> | Database<Tables>,
    queue: string,
    payload: unknown,
    options: EnqueueOptions = {},
  ): Promise<string> {
    if (!('isTransaction' in into)) {
      return into.transaction((tx) => this.enqueue(tx, queue, payload, options));
    }
    const now = this.#clock.now();
    const id = options.id === undefined ? newHexId() : `${queue}:${options.id}`;
    await (into as unknown as Transaction<CoreTables>)
      .insertInto('tasks')
      .values({
        id,
        queue,
        payload: JSON.stringify(payload ?? null),
        state: 'ready',
        attempts: 0,
        run_at: this.#within(options.runAt ?? now),
        claimed_by: null,
        claimed_until: 0,
        last_error: null,
        created_at: now,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    return id;
  }

  /**
   * Takes up to `limit` tasks that are due, oldest first, and counts an attempt for each. Looking
   * comes before writing, so that an empty queue costs a read and no commit.
   */
  async claim(
    queue: string,
    limit: number,
    holder: string,
    claimMs: number,
  ): Promise<ClaimedTask[]> {
    const candidates = await this.#due(queue, limit * CANDIDATES_PER_TASK, claimMs);
    const claimed: ClaimedTask[] = [];
    while (candidates.length > 0 && claimed.length < limit) {
      const ids = candidates.splice(0, limit - claimed.length);
      claimed.push(...(await this.#take(ids, holder, claimMs)));
    }
    return claimed;
  }

  /** Keeps a claim for another `claimMs`; false when it was lost. */
  extend(task: ClaimedTask, claimMs: number): Promise<boolean> {
    return this.#update(task, { claimed_until: this.#clock.now() + claimMs });
  }

  /** The work is done: the task goes. False when the claim was lost before. */
  async complete(task: ClaimedTask): Promise<boolean> {
    const result = await this.#database.transaction((tx) =>
      tx
        .deleteFrom('tasks')
        .where('id', '=', task.id)
        .where('claimed_by', '=', task.holder)
        .where('attempts', '=', task.attempt)
        .executeTakeFirst(),
    );
    return result.numDeletedRows > 0n;
  }

  /** The attempt failed; the task is due again at `nextRunAt`. */
  fail(task: ClaimedTask, error: string, nextRunAt: number): Promise<boolean> {
    return this.#update(task, {
      ...unclaimed,
      run_at: this.#within(nextRunAt),
      last_error: shortened(error),
    });
  }

  /** Makes the task a dead letter: kept, visible, not run. */
  bury(task: ClaimedTask, error: string): Promise<boolean> {
    return this.#update(task, {
      ...unclaimed,
      state: 'dead',
      run_at: this.#clock.now(),
      last_error: shortened(error),
    });
  }

  /** Gives a task back unfinished, without counting the attempt. */
  release(task: ClaimedTask): Promise<boolean> {
    return this.#update(task, { ...unclaimed, attempts: task.attempt - 1 });
  }

  /** Dead letters of a queue, the latest first. */
  async deadLetters(queue: string, request: PageRequest): Promise<Page<DeadLetter>> {
    const dead = this.#database.read
      .selectFrom('tasks')
      .where('queue', '=', queue)
      .where('state', '=', 'dead');
    const rows = await dead
      .selectAll()
      .orderBy('run_at', 'desc')
      .orderBy('id', 'desc')
      .limit(request.perPage)
      .offset(offsetOf(request))
      .execute();
    const { total } = await dead
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return pageOf(rows.map(toDeadLetter), Number(total), request);
  }

  /** Gives a dead letter all its attempts again; false when there is none with this id. */
  async requeue(id: string): Promise<boolean> {
    const result = await this.#database.transaction((tx) =>
      tx
        .updateTable('tasks')
        .set({ state: 'ready', attempts: 0, run_at: this.#clock.now() })
        .where('id', '=', id)
        .where('state', '=', 'dead')
        .executeTakeFirst(),
    );
    return result.numUpdatedRows > 0n;
  }

  async counts(): Promise<TaskCount[]> {
    const rows = await this.#database.read
      .selectFrom('tasks')
      .select((eb) => ['queue', 'state', eb.fn.countAll<number>().as('count')])
      .groupBy(['queue', 'state'])
      .orderBy('queue')
      .orderBy('state')
      .execute();
    return rows.map((row) => ({ ...row, count: Number(row.count) }));
  }

  #within(runAt: number): number {
    return Math.min(runAt, this.#clock.now() + MAX_DELAY_MS);
  }

  async #due(queue: string, limit: number, claimMs: number): Promise<string[]> {
    const now = this.#clock.now();
    const rows = await this.#database.read
      .selectFrom('tasks')
      .select('id')
      .where('queue', '=', queue)
      .where('state', '=', 'ready')
      .where(isPast('run_at', now, MAX_DELAY_MS))
      .where(isPast('claimed_until', now, claimMs))
      .orderBy('run_at')
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map((row) => row.id);
  }

  /**
   * Claims those of the tasks that are still free. The update tests each row again as it locks it,
   * so of several claimers exactly one gets it.
   */
  async #take(ids: readonly string[], holder: string, claimMs: number): Promise<ClaimedTask[]> {
    const now = this.#clock.now();
    const rows = await this.#database.transaction((tx) =>
      tx
        .updateTable('tasks')
        .set((eb) => ({
          claimed_by: holder,
          claimed_until: now + claimMs,
          attempts: eb('attempts', '+', 1),
        }))
        .where('id', 'in', ids)
        .where('state', '=', 'ready')
        .where(isPast('run_at', now, MAX_DELAY_MS))
        .where(isPast('claimed_until', now, claimMs))
        .returningAll()
        .execute(),
    );
    return rows
      .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
      .map((row) => ({
        id: row.id,
        queue: row.queue,
        payload: JSON.parse(row.payload),
        attempt: row.attempts,
        holder,
      }));
  }

  /** Changes a task only while the claim it was taken with stands. */
  async #update(task: ClaimedTask, values: Partial<Selectable<TaskTable>>): Promise<boolean> {
    const result = await this.#database.transaction((tx) =>
      tx
        .updateTable('tasks')
        .set(values)
        .where('id', '=', task.id)
        .where('claimed_by', '=', task.holder)
        .where('attempts', '=', task.attempt)
        .executeTakeFirst(),
    );
    return result.numUpdatedRows > 0n;
  }
}

/** True also of times that nobody could have meant: the clock was set back since. */
function isPast(column: 'run_at' | 'claimed_until', now: number, longestMs: number) {
  return (eb: ExpressionBuilder<CoreTables, 'tasks'>) =>
    eb.or([eb(column, '<=', now), eb(column, '>', now + longestMs + MAX_CLOCK_SKEW_MS)]);
}

const unclaimed = { claimed_by: null, claimed_until: 0 };

function shortened(error: string): string {
  // PostgreSQL cannot store NUL in text.
  return error.replaceAll('\0', '').slice(0, MAX_ERROR_LENGTH);
}

function toDeadLetter(row: Selectable<TaskTable>): DeadLetter {
  return {
    id: row.id,
    queue: row.queue,
    payload: JSON.parse(row.payload),
    attempts: row.attempts,
    lastError: row.last_error ?? '',
    diedAt: row.run_at,
    createdAt: row.created_at,
  };
}
