import { setImmediate } from 'node:timers/promises';
import { ALERT_QUEUE } from '../contracts/alert.ts';
import type { ScheduledJob } from '../contracts/job.ts';
import type { Clock } from '../kernel/clock.ts';
import { trimAlerts } from './alert-trim.ts';
import type { CoreTables, TaskState } from './core-tables.ts';
import type { Database } from './database.ts';
import { REMOVAL_BATCH, TaskRemoval } from './task-removal.ts';
import { type TaskCount, TaskStore } from './task-store.ts';

const DAY_MS = 24 * 3_600_000;

/** Limits for the dead letters, or the alerts, of a queue. */
export interface TaskRetention {
  readonly maxAgeMs: number;
  readonly maxCount: number;
}

/** Dead letters are kept for people to inspect, who do not read more than this. */
const DEAD_LETTERS: TaskRetention = { maxAgeMs: 30 * DAY_MS, maxCount: 10_000 };
/** An alert that was not evaluated for a week is of no use. */
const ALERTS: TaskRetention = { maxAgeMs: 7 * DAY_MS, maxCount: 20_000 };

export interface TaskTrimOptions {
  readonly database: Database<CoreTables>;
  readonly clock: Clock;
  readonly onRemoved: (queue: string, state: TaskState, count: number) => void;
  readonly deadLetters?: TaskRetention;
  readonly alerts?: TaskRetention;
}

/** Removes the oldest dead letters of every queue, and alerts that were not evaluated. */
export function taskTrimJob(options: TaskTrimOptions): ScheduledJob {
  const { database, clock, onRemoved, alerts = ALERTS } = options;
  const tasks = new TaskStore(database, clock);
  const report = (queue: string, removed: TaskRemoval['counts']) => {
    for (const [state, count] of removed) onRemoved(queue, state, count);
  };
  return {
    name: 'task-trim',
    everyMs: 10 * 60_000,
    runsOn: 'cluster',
    timeoutMs: 300_000,
    async run(signal) {
      const counts = await tasks.counts();
      for (const dead of counts.filter(({ state }) => state === 'dead')) {
        report(dead.queue, await trimDeadLetters(options, dead, signal));
      }
      const count = counts
        .filter(({ queue, state }) => queue === ALERT_QUEUE && state !== 'dead')
        .reduce((sum, each) => sum + each.count, 0);
      report(ALERT_QUEUE, await trimAlerts({ database, clock, ...alerts, count }, signal));
    },
  };
}

async function trimDeadLetters(
  { database, clock, deadLetters = DEAD_LETTERS }: TaskTrimOptions,
  { queue, count }: TaskCount,
  signal: AbortSignal,
): Promise<TaskRemoval['counts']> {
  const removal = new TaskRemoval({ database, clock, queue, states: ['dead'] });
  const { maxAgeMs, maxCount } = deadLetters;
  for (let excess = count - maxCount; !signal.aborted; await setImmediate()) {
    const before = clock.now() - maxAgeMs;
    const oldest = await oldestDeadLetters(database, queue, clock.now());
    const going = oldest.filter((letter, n) => n < excess || letter.run_at < before);
    if (going.length === 0) break;
    await removal.remove(going);
    excess -= going.length;
  }
  return removal.counts;
}

/** The dead letters that failed first. */
async function oldestDeadLetters({ read }: Database<CoreTables>, queue: string, now: number) {
  return await read
    .selectFrom('tasks')
    .select(['seq', 'task_key', 'run_at'])
    .where('queue', '=', queue)
    .where('state', '=', 'dead')
    .where('claimed_until', '<=', now)
    .orderBy('run_at')
    .orderBy('seq')
    .limit(REMOVAL_BATCH)
    .execute();
}
