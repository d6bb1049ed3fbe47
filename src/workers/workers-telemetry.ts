import { isDiskFull } from '../kernel/disk-errors/disk-full.ts';
import { describeError } from '../kernel/palisade-error.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { ClaimedTask } from './host-ports.ts';

const durationBuckets = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300];

export type JobOutcome = 'done' | 'failed' | 'aborted';
export type TaskOutcome = 'done' | 'retried' | 'postponed' | 'buried' | 'released' | 'lost';

export type WorkersTelemetry = ReturnType<typeof workersTelemetry>;

/** All log lines and metrics of the job host. Labels are names of jobs and queues, which are a fixed set. */
export function workersTelemetry({ log, metrics }: Telemetry) {
  const jobRuns = metrics.counter({
    name: 'job_runs_total',
    help: 'Runs of scheduled jobs on this node',
    labels: ['job', 'outcome'],
  });
  const jobDuration = metrics.histogram({
    name: 'job_duration_seconds',
    help: 'Duration of runs of scheduled jobs',
    labels: ['job'],
    buckets: durationBuckets,
  });
  const taskRuns = metrics.counter({
    name: 'task_runs_total',
    help: 'Attempts at tasks on this node',
    labels: ['queue', 'outcome'],
  });
  const taskDuration = metrics.histogram({
    name: 'task_duration_seconds',
    help: 'Duration of attempts at tasks',
    labels: ['queue'],
    buckets: durationBuckets,
  });
  const queueTasks = metrics.gauge({
    name: 'task_queue_tasks',
    help: 'Tasks in the database: ready (due or running), blocked (behind one of the same key), dead (dead letters)',
    labels: ['queue', 'state'],
  });

  /** The database reports a full disk, once for the whole node. */
  const warn = (fields: object, error: unknown, message: string) => {
    if (!isDiskFull(error)) log.warn({ ...fields, err: error }, message);
  };
  return {
    jobEnded(job: string, outcome: JobOutcome, durationMs: number) {
      jobRuns.inc({ job, outcome });
      jobDuration.observe({ job }, durationMs / 1_000);
    },
    jobFailed(job: string, error: unknown, retryInMs: number) {
      warn({ job, retryInMs }, error, 'job failed, it will run again');
    },
    leaseTaken(job: string) {
      log.debug({ job }, 'this node now runs the job');
    },
    leasesNotExtended(error: unknown) {
      warn({}, error, 'the leases of jobs could not be extended');
    },
    leaseLost(job: string) {
      log.warn({ job }, 'another node runs the job now, the run was aborted');
    },
    taskEnded(queue: string, outcome: TaskOutcome, durationMs: number) {
      taskRuns.inc({ queue, outcome });
      taskDuration.observe({ queue }, durationMs / 1_000);
    },
    taskFailed(queue: string, id: string, attempt: number, error: unknown, retryInMs: number) {
      const fields = { queue, task: id, attempt, retryInMs, error: describeError(error) };
      log.warn(fields, 'task failed, it will be tried again');
    },
    /** Waiting is not a failure. The first time is enough to know of it. */
    taskPostponed(task: ClaimedTask, error: unknown, retryInMs: number) {
      const { queue, id, wasTried } = task;
      const fields = { queue, task: id, retryInMs, reason: describeError(error) };
      log[wasTried ? 'debug' : 'info'](fields, 'task waits, it will run again');
    },
    taskBuried(queue: string, id: string, attempt: number, error: unknown) {
      const fields = { queue, task: id, attempt, error: describeError(error) };
      log.error(fields, 'task failed permanently and became a dead letter');
    },
    outcomeNotSaved(queue: string, id: string, error: unknown) {
      const message = 'the outcome of a task could not be saved, it may run again';
      warn({ queue, task: id }, error, message);
    },
    queueUnreadable(queue: string, error: unknown) {
      warn({ queue }, error, 'tasks could not be read');
    },
    depth(queue: string, state: string, count: number) {
      queueTasks.set({ queue, state }, count);
    },
    runsAbandoned(names: readonly string[]) {
      log.error({ names }, 'work did not end within the stop deadline; it is abandoned');
    },
  };
}
