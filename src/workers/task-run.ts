import type { TaskQueue } from '../contracts/job.ts';
import { backoffDelay } from '../kernel/backoff.ts';
import { describeError } from '../kernel/palisade-error.ts';
import type { HostContext } from './host-context.ts';
import type { ClaimedTask } from './host-ports.ts';
import { PermanentFailure } from './permanent-failure.ts';
import { RunAborted, runWithin } from './run-within.ts';
import type { TaskOutcome } from './workers-telemetry.ts';

/** One attempt at one task, from claim to recorded end. Never rejects. */
export async function runTask(
  queue: TaskQueue,
  task: ClaimedTask,
  host: HostContext,
): Promise<void> {
  const started = host.clock.now();
  try {
    const outcome = await attempt(queue, task, host);
    host.telemetry.taskEnded(queue.name, outcome, host.clock.now() - started);
  } catch (error) {
    // The database is away: the claim runs out and the task is tried again.
    host.telemetry.outcomeNotSaved(queue.name, task.id, error);
  }
}

async function attempt(
  queue: TaskQueue,
  task: ClaimedTask,
  host: HostContext,
): Promise<TaskOutcome> {
  // Attempts are counted when they begin, so a task that takes its process down ends here.
  if (task.attempt > queue.maxAttempts) {
    return bury(task, new Error('no attempt ever ended'), host);
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
  if (error instanceof PermanentFailure || task.attempt >= queue.maxAttempts) {
    return bury(task, error, host);
  }
  const delay = backoffDelay(host.backoff, task.attempt, host.random);
  host.telemetry.taskFailed(task.queue, task.id, task.attempt, error, delay);
  const kept = await host.tasks.fail(task, describeError(error), host.clock.now() + delay);
  return kept ? 'retried' : 'lost';
}

async function bury(task: ClaimedTask, error: unknown, host: HostContext): Promise<TaskOutcome> {
  if (!(await host.tasks.bury(task, describeError(error)))) return 'lost';
  host.telemetry.taskBuried(task.queue, task.id, task.attempt, error);
  return 'buried';
}
