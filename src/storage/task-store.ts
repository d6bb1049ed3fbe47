import type { ExpressionBuilder, Insertable, Selectable, Transaction } from 'kysely';
import type { Task } from '../contracts/job.ts';
import type { Clock } from '../kernel/clock.ts';
import { newHexId } from '../kernel/hex-id.ts';
import { MAX_CLOCK_SKEW_MS } from './clock-skew.ts';
import type { CoreTables, TaskState, TaskTable } from './core-tables.ts';
import type { Database } from './database.ts';
import { TaskOrder, tasksOf } from './task-order.ts';

/** Long enough to recognise the error, short enough for a list. */
const MAX_ERROR_LENGTH = 1_000;
/** Candidates to read per wanted task, so that a claimer that loses a race has others to try. */
const CANDIDATES_PER_TASK = 4;
/** Rows per insert; both databases limit the parameters of a statement. */
const INSERT_ROWS = 500;

/** A task that `holder` alone may run until its claim expires. */
export interface ClaimedTask extends Task {
  readonly queue: string;
  readonly key: string | null;
  readonly holder: string;
  /** When it was first due; its age counts from then. */
  readonly dueSince: number;
  /** Whether an earlier attempt has failed or was postponed. */
  readonly wasTried: boolean;
}

export interface EnqueueOptions {
  /** Not before this time. Default: now. */
  readonly runAt?: number;
  /**
   * Unique within the queue: while a task with this id waits, runs or is a dead letter, another one
   * is not added. Without it every call adds a task.
   */
  readonly id?: string;
  /**
   * Tasks of a queue with the same key run one after the other, in the order in which they were
   * enqueued, on whichever node. A postponed or retried task delays those behind it; a dead
   * letter does not.
   */
  readonly key?: string;
}

export interface NewTask extends EnqueueOptions {
  readonly payload: unknown;
}

export interface TaskCount {
  readonly queue: string;
  readonly state: TaskState;
  readonly count: number;
}

/** Requested work, stored in the database: it survives restarts, and one node at a time runs each task. */
export class TaskStore {
  readonly #database: Database<CoreTables>;
  readonly #clock: Clock;
  readonly #order: TaskOrder;

  constructor(database: Database<CoreTables>, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#order = new TaskOrder(database);
  }

  /**
   * Adds a task and returns its id. Given a transaction, the task exists if and only if that
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
    const [id = ''] = await this.enqueueAll(into, queue, [{ ...options, payload }]);
    return id;
  }

  /**
   * Adds tasks in this order and returns their ids. Transactions that enqueue tasks with the same key are
   * serialised from here until they commit, so call it late in a transaction.
   */
  async enqueueAll<Tables extends CoreTables>(
    tx: Transaction<Tables>,
    queue: string,
    tasks: readonly NewTask[],
  ): Promise<string[]> {
    const core = tx as unknown as Transaction<CoreTables>;
    const now = this.#clock.now();
    const rows = tasks.map((task) => newRow(queue, task, now));
    const keys = rows.map(({ task_key: key }) => key);
    await this.#order.lock(core, queue, keys);
    for (let from = 0; from < rows.length; from += INSERT_ROWS) {
      await core
        .insertInto('tasks')
        .values(rows.slice(from, from + INSERT_ROWS))
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    }
    await this.#order.unblock(core, queue, keys, now);
    return rows.map(({ id }) => id);
  }

  /**
   * Takes up to `limit` tasks that are due, the longest due first, and counts an attempt for each.
   * It reads before it writes, so that an empty queue costs a read and no commit.
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

  /** Extends a claim by `claimMs` from now; false if it was lost. */
  extend(task: ClaimedTask, claimMs: number): Promise<boolean> {
    return this.#update(task, { claimed_until: this.#clock.now() + claimMs });
  }

  /** The work is done: removes the task. False if the claim was lost before. */
  complete(task: ClaimedTask): Promise<boolean> {
    return this.#end(task, async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom('tasks')
        .where(isHeld(task))
        .executeTakeFirst();
      return numDeletedRows > 0n;
    });
  }

  /** The attempt failed; the task is due again at `nextRunAt`. */
  fail(task: ClaimedTask, error: string, nextRunAt: number): Promise<boolean> {
    return this.#update(task, { ...this.#dueAgain(nextRunAt), last_error: shortened(error) });
  }

  /** The same as `fail`, but the task loses its key, so that later tasks stop waiting for it. */
  failOutOfOrder(task: ClaimedTask, error: string, nextRunAt: number): Promise<boolean> {
    const failed = { ...this.#dueAgain(nextRunAt), last_error: shortened(error) };
    return this.#end(task, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('tasks')
        .set({ ...failed, task_key: null })
        .where(isHeld(task))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    });
  }

  /** The same as `fail`, without counting the attempt. */
  postpone(task: ClaimedTask, reason: string, nextRunAt: number): Promise<boolean> {
    return this.#update(task, {
      ...this.#dueAgain(nextRunAt),
      attempts: task.attempt - 1,
      last_error: shortened(reason),
    });
  }

  /** Makes the task a dead letter: kept and listed, but not run. `also` changes data of the area in the same transaction. */
  bury(
    task: ClaimedTask,
    error: string,
    also?: (tx: Transaction<unknown>) => Promise<void>,
  ): Promise<boolean> {
    const buried = { ...this.#dueAgain(this.#clock.now()), last_error: shortened(error) };
    return this.#end(task, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('tasks')
        .set({ ...buried, state: 'dead' })
        .where(isHeld(task))
        .executeTakeFirst();
      const isBuried = numUpdatedRows > 0n;
      if (isBuried) await also?.(tx as unknown as Transaction<unknown>);
      return isBuried;
    });
  }

  /** Makes the task of a key that waits for its next attempt due now. Its age and its attempts stay. */
  async retryNow<Tables extends CoreTables>(
    within: Transaction<Tables>,
    queue: string,
    key: string,
  ): Promise<void> {
    const tx = within as unknown as Transaction<CoreTables>;
    const now = this.#clock.now();
    await tx
      .updateTable('tasks')
      .set({ run_at: now, scheduled_at: now })
      .where('queue', '=', queue)
      .where('task_key', '=', key)
      .where('state', '=', 'ready')
      .where('claimed_by', 'is', null)
      .execute();
    this.#database.wrote(tx, tasksOf(queue));
  }

  /** Gives up the claim on an unfinished task, without counting the attempt. */
  release(task: ClaimedTask): Promise<boolean> {
    return this.#update(task, { ...unclaimed, attempts: task.attempt - 1 });
  }

  /** Ends all claims of a crashed process. Their attempts count, because one of the tasks may have caused the crash. */
  async releaseAll(holder: string): Promise<void> {
    await this.#database.transaction((tx) =>
      tx.updateTable('tasks').set(unclaimed).where('claimed_by', '=', holder).execute(),
    );
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

  #dueAgain(runAt: number) {
    return { ...unclaimed, run_at: runAt, scheduled_at: this.#clock.now() };
  }

  async #due(queue: string, limit: number, claimMs: number): Promise<string[]> {
    const now = this.#clock.now();
    const free = this.#database.read
      .selectFrom('tasks')
      .select('id')
      .where('queue', '=', queue)
      .where('state', '=', 'ready')
      .where(isUnclaimed(now, claimMs))
      .limit(limit);
    const due = await free.where('run_at', '<=', now).orderBy('run_at').orderBy('seq').execute();
    // Two queries, each with its own index. The second finds rows only if the clock was set back.
    const early =
      due.length < limit
        ? await free.where('scheduled_at', '>', now + MAX_CLOCK_SKEW_MS).execute()
        : [];
    return [...new Set([...due, ...early].map((row) => row.id))];
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
        .where(isDue(now))
        .where(isUnclaimed(now, claimMs))
        .returningAll()
        .execute(),
    );
    return rows
      .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
      .map((row) => toClaimedTask(row, holder));
  }

  /** Changes a task only while the claim is still valid. */
  async #update(task: ClaimedTask, values: Partial<Selectable<TaskTable>>): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.transaction((tx) =>
      tx.updateTable('tasks').set(values).where(isHeld(task)).executeTakeFirst(),
    );
    return numUpdatedRows > 0n;
  }

  /** Runs `work`, which ends the task or its order, and unblocks the next task of its key. */
  #end(
    task: ClaimedTask,
    work: (tx: Transaction<CoreTables>) => Promise<boolean>,
  ): Promise<boolean> {
    return this.#database.transaction(async (tx) => {
      await this.#order.lock(tx, task.queue, [task.key]);
      const hasEnded = await work(tx);
      if (hasEnded) await this.#order.unblock(tx, task.queue, [task.key], this.#clock.now());
      return hasEnded;
    });
  }
}

/** The claim with which the task was taken is still valid. */
function isHeld({ id, holder, attempt }: ClaimedTask) {
  return (eb: ExpressionBuilder<CoreTables, 'tasks'>) =>
    eb.and({ id, claimed_by: holder, attempts: attempt });
}

function isDue(now: number) {
  return (eb: ExpressionBuilder<CoreTables, 'tasks'>) =>
    eb.or([eb('run_at', '<=', now), eb('scheduled_at', '>', now + MAX_CLOCK_SKEW_MS)]);
}

/** Also true if a claim ends later than any claim can: the clock was set back since. */
function isUnclaimed(now: number, claimMs: number) {
  return (eb: ExpressionBuilder<CoreTables, 'tasks'>) =>
    eb.or([
      eb('claimed_until', '<=', now),
      eb('claimed_until', '>', now + claimMs + MAX_CLOCK_SKEW_MS),
    ]);
}

const unclaimed = { claimed_by: null, claimed_until: 0 };

function newRow(queue: string, { payload, id, key, runAt }: NewTask, now: number) {
  return {
    id: id === undefined ? newHexId() : `${queue}:${id}`,
    queue,
    task_key: key ?? null,
    payload: JSON.stringify(payload ?? null),
    state: key === undefined ? 'ready' : 'blocked',
    attempts: 0,
    run_at: runAt ?? now,
    scheduled_at: now,
    first_due_at: runAt ?? now,
    ...unclaimed,
    last_error: null,
    created_at: now,
  } satisfies Insertable<TaskTable>;
}

function shortened(error: string): string {
  // PostgreSQL cannot store NUL in text.
  return error.replaceAll('\0', '').slice(0, MAX_ERROR_LENGTH);
}

function toClaimedTask(row: Selectable<TaskTable>, holder: string): ClaimedTask {
  return {
    id: row.id,
    queue: row.queue,
    key: row.task_key,
    payload: JSON.parse(row.payload),
    attempt: row.attempts,
    holder,
    // A task that was already due when it was created counts from its creation.
    dueSince: Math.max(row.first_due_at, row.created_at),
    wasTried: row.last_error !== null,
  };
}
