import { PermanentFailure, RetryLater, type TaskQueue } from '../contracts/job.ts';
import { backoffDelay } from '../kernel/backoff.ts';
import { describeError } from '../kernel/palisade-error.ts';
import type { HostContext } from './host-context.ts';
import type { ClaimedTask } from './host-ports.ts';
import { RunAborted, runWithin } from './run-within.ts';
import type { TaskOutcome } from './workers-telemetry.ts';

/** Runs one attempt at a claimed task and records how it ended. Never rejects. */
export async function runTask(
  queue: TaskQueue,
  task: ClaimedTask,
  host: HostContext,
): Promise<void> {
  const started = host.clock.tick();
  try {
    const outcome = await attempt(queue, task, host);
    host.telemetry.taskEnded(queue.name, outcome, host.clock.tick() - started);
  } catch (error) {
    // The database is unreachable: the claim expires and the task is tried again.
    host.telemetry.outcomeNotSaved(queue.name, task.id, error);
  }
}

async function attempt(
  queue: TaskQueue,
  task: ClaimedTask,
  host: HostContext,
): Promise<TaskOutcome> {
  // Attempts are counted when they begin. A task that crashes its process at every attempt ends here.
  if (task.attempt > queue.maxAttempts) {
    return bury(queue, task, new Error('no attempt ever ended'), host);
  }
  const { clock, aborting, tasks, claimMs } = host;
  const hold = { ttlMs: claimMs, renew: () => tasks.extend(task, claimMs) };
  const { id, payload, attempt } = task;
  try {
    await runWithin({ clock, timeoutMs: queue.timeoutMs, aborting, hold }, (signal) =>
      queue.run({ id, payload, attempt }, signal),
    );
  } catch (error) {
    return afterFailure(queue, task, error, host);
  }
  return (await tasks.complete(task)) ? 'done' : 'lost';
}

async function afterFailure(
  queue: TaskQueue,
  task: ClaimedTask,
  error: unknown,
  host: HostContext,
): Promise<TaskOutcome> {
  const aborted = error instanceof RunAborted ? error.code : undefined;
  if (aborted === 'hold_lost') return 'lost';
  if (aborted === 'host_stopped') return (await host.tasks.release(task)) ? 'released' : 'lost';
  const isPostponed = error instanceof RetryLater;
  const isLast = !isPostponed && task.attempt >= queue.maxAttempts;
  // A receiver that asks for a later call is alive, so its first such response postpones even a task that
  // reached its maximum age while it was blocked.
  const remainingMs =
    isPostponed && !task.wasTried
      ? queue.maxAgeMs
      : task.dueSince + queue.maxAgeMs - host.clock.now();
  if (error instanceof PermanentFailure || isLast || remainingMs <= 0) {
    return bury(queue, task, error, host);
  }
  // The last attempt is made when no time remains.
  const delay = Math.min(delayAfter(error, queue, task, host), remainingMs);
  const nextRunAt = host.clock.now() + delay;
  if (isPostponed) {
    host.telemetry.taskPostponed(task, error, delay);
    const kept = await host.tasks.postpone(task, describeError(error), nextRunAt);
    return kept ? 'postponed' : 'lost';
  }
  host.telemetry.taskFailed(task.queue, task.id, task.attempt, error, delay);
  const isInOrder =
    task.key === null || task.attempt < (queue.maxAttemptsInOrder ?? Number.POSITIVE_INFINITY);
  const text = describeError(error);
  const isKept = isInOrder
    ? await host.tasks.fail(task, text, nextRunAt)
    : await host.tasks.failOutOfOrder(task, text, nextRunAt);
  return isKept ? 'retried' : 'lost';
}

/** A receiver that asks to be called again at once is called no sooner than after the first pause of the backoff. */
function delayAfter(
  error: unknown,
  queue: TaskQueue,
  task: ClaimedTask,
  host: HostContext,
): number {
  const policy = queue.backoff ?? host.backoff;
  return error instanceof RetryLater
    ? Math.max(error.afterMs, policy.firstMs)
    : backoffDelay(policy, task.attempt, host.random);
}

async function bury(
  queue: TaskQueue,
  task: ClaimedTask,
  error: unknown,
  host: HostContext,
): Promise<TaskOutcome> {
  const { id, payload, attempt } = task;
  const text = describeError(error);
  const isBuried = await host.tasks.bury(task, text, async (tx) => {
    await queue.onDeadLetter?.(tx, { id, payload, attempt }, text);
  });
  if (!isBuried) return 'lost';
  host.telemetry.taskBuried(task.queue, task.id, task.attempt, error);
  return 'buried';
}
