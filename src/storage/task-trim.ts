import { setImmediate } from 'node:timers/promises';
import { ALERT_QUEUE } from '../contracts/alert.ts';
import type { ScheduledJob } from '../contracts/job.ts';
import type { Clock } from '../kernel/clock.ts';
import type { CoreTables, TaskState } from './core-tables.ts';
import type { Database } from './database.ts';
import { TaskOrder } from './task-order.ts';
import { TaskStore } from './task-store.ts';

const DAY_MS = 24 * 3_600_000;
/** Tasks removed in one transaction, for which other writers wait on SQLite. */
const LOT = 200;

/** Limits for the tasks of a queue in one state. */
export interface TaskRetention {
  readonly maxAgeMs: number;
  readonly maxCount: number;
}

/** Dead letters are kept for people to inspect, and nobody inspects more than this. */
const DEAD_LETTERS: TaskRetention = { maxAgeMs: 30 * DAY_MS, maxCount: 10_000 };
/** An alert that was not evaluated for a week helps nobody any more. */
const ALERTS: TaskRetention = { maxAgeMs: 7 * DAY_MS, maxCount: 20_000 };

export interface TaskTrimOptions {
  readonly database: Database<CoreTables>;
  readonly clock: Clock;
  readonly onRemoved: (queue: string, state: TaskState, count: number) => void;
  readonly deadLetters?: TaskRetention;
  readonly alerts?: TaskRetention;
}

interface Trimmed extends TaskRetention {
  readonly queue: string;
  readonly state: TaskState;
  readonly count: number;
}

/** Removes the oldest dead letters of every queue, and the oldest alerts that were not evaluated. */
export function taskTrimJob(options: TaskTrimOptions): ScheduledJob {
  const { database, clock, deadLetters = DEAD_LETTERS, alerts = ALERTS } = options;
  const tasks = new TaskStore(database, clock);
  return {
    name: 'task-trim',
    everyMs: 10 * 60_000,
    runsOn: 'cluster',
    timeoutMs: 300_000,
    async run(signal) {
      for (const count of await tasks.counts()) {
        const isAlert = count.queue === ALERT_QUEUE;
        const retention = count.state === 'dead' ? deadLetters : isAlert ? alerts : undefined;
        if (!retention) continue;
        const removed = await trim(options, { ...count, ...retention }, signal);
        if (removed > 0) options.onRemoved(count.queue, count.state, removed);
      }
    },
  };
}

async function trim(
  { database, clock }: TaskTrimOptions,
  { queue, state, count, maxAgeMs, maxCount }: Trimmed,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (let excess = count - maxCount; !signal.aborted; await setImmediate()) {
    const before = clock.now() - maxAgeMs;
    const oldest = await oldestOf(database, queue, state, clock.now());
    const going = oldest.filter((task, n) => n < excess || task.run_at < before);
    if (going.length === 0) break;
    removed += await remove(database, clock, queue, state, going);
    excess -= going.length;
  }
  return removed;
}

interface OldTask {
  readonly seq: number;
  readonly task_key: string | null;
  readonly run_at: number;
}

/** The tasks that were due first, or failed first, without those that are running. */
async function oldestOf(
  { read }: Database<CoreTables>,
  queue: string,
  state: TaskState,
  now: number,
): Promise<OldTask[]> {
  return await read
    .selectFrom('tasks')
    .select(['seq', 'task_key', 'run_at'])
    .where('queue', '=', queue)
    .where('state', '=', state)
    .where('claimed_until', '<=', now)
    .orderBy('run_at')
    .orderBy('seq')
    .limit(LOT)
    .execute();
}

async function remove(
  database: Database<CoreTables>,
  clock: Clock,
  queue: string,
  state: TaskState,
  going: readonly OldTask[],
): Promise<number> {
  const order = new TaskOrder(database);
  const keys = going.map(({ task_key: key }) => key);
  return await database.transaction(async (tx) => {
    await order.lock(tx, queue, keys);
    const { numDeletedRows } = await tx
      .deleteFrom('tasks')
      .where(
        'seq',
        'in',
        going.map(({ seq }) => seq),
      )
      .where('state', '=', state)
      .where('claimed_until', '<=', clock.now())
      .executeTakeFirst();
    await order.unblock(tx, queue, keys, clock.now());
    return Number(numDeletedRows);
  });
}
