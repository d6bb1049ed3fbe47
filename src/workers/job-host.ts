import type { ScheduledJob, TaskQueue } from '../contracts/job.ts';
import type { BackoffPolicy } from '../kernel/backoff.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { HostContext, Runner } from './host-context.ts';
import type { Leases, Tasks } from './host-ports.ts';
import { LeaseKeeper } from './lease-keeper.ts';
import { QueueRunner } from './queue-runner.ts';
import { ScheduledRunner } from './scheduled-runner.ts';
import { type WorkersTelemetry, workersTelemetry } from './workers-telemetry.ts';

const DEFAULT_BACKOFF: BackoffPolicy = { firstMs: 1_000, maxMs: 600_000, factor: 2 };
/** How long aborted work may take to end. */
const ABORT_WAIT_MS = 5_000;
const DEPTH_EVERY_MS = 15_000;

export interface JobHostOptions {
  readonly jobs: readonly ScheduledJob[];
  readonly queues: readonly TaskQueue[];
  readonly leases: Leases;
  readonly tasks: Tasks;
  readonly clock: Clock;
  /** Identifies this process among all that share the database; new at every start. */
  readonly holder: string;
  readonly telemetry: Telemetry;
  readonly random?: () => number;
  /** Default 1 s. */
  readonly pollMs?: number;
  /** Default 60 s. */
  readonly claimMs?: number;
  /** How long `stop()` lets work finish before it aborts it. Default 10 s. */
  readonly graceMs?: number;
  /** For queues without their own policy. Default 1 s, doubling up to 10 min. */
  readonly backoff?: BackoffPolicy;
}

/**
 * Runs scheduled jobs and task queues. Each has its own loop, so that none delays another. Leases and
 * claims in the database coordinate the nodes.
 */
export class JobHost {
  readonly #clock: Clock;
  readonly #graceMs: number;
  readonly #telemetry: WorkersTelemetry;
  readonly #runners: readonly Runner[];
  readonly #leases: LeaseKeeper;
  readonly #stopping = new AbortController();
  readonly #aborting = new AbortController();
  readonly #unfinished = new Set<string>();
  #loops: Promise<unknown> = Promise.resolve();
  #stopped: Promise<void> | undefined;

  constructor(options: JobHostOptions) {
    refuseDuplicates([...options.jobs, ...options.queues].map((work) => work.name));
    this.#clock = options.clock;
    this.#graceMs = options.graceMs ?? 10_000;
    this.#telemetry = workersTelemetry(options.telemetry);
    const context = this.#context(options);
    const { jobs, queues, tasks } = options;
    const depth = queues.length > 0 ? [depthJob(queues, tasks, this.#telemetry)] : [];
    const ofCluster = jobs.filter((job) => job.runsOn === 'cluster').map(({ name }) => name);
    this.#leases = new LeaseKeeper(ofCluster, context);
    this.#runners = [
      ...[...jobs, ...depth].map((job) => new ScheduledRunner(job, context, this.#leases)),
      ...queues.map((queue) => new QueueRunner(queue, context)),
    ];
  }

  start(): void {
    const loops = this.#runners.map(async (runner) => {
      this.#unfinished.add(runner.name);
      await runner.run();
      this.#unfinished.delete(runner.name);
    });
    this.#loops = Promise.all([...loops, this.#leases.run()]);
  }

  /** Makes a queue, or all of them, look for tasks now instead of at the next poll. */
  wake(queue?: string): void {
    for (const runner of this.#runners) {
      if (queue === undefined || runner.name === queue) runner.wake();
    }
  }

  /** Ends the pauses after failures of jobs and of reading queues, because their cause is gone. */
  retryNow(): void {
    for (const runner of this.#runners) runner.retryNow();
  }

  /** Lets running work finish, aborts the rest after the grace period, and releases leases and claims. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#stopping.abort();
    if (await this.#endsWithin(this.#graceMs)) return;
    this.#aborting.abort();
    if (await this.#endsWithin(ABORT_WAIT_MS)) return;
    this.#telemetry.runsAbandoned([...this.#unfinished]);
  }

  async #endsWithin(ms: number): Promise<boolean> {
    const timer = new AbortController();
    const late = this.#clock.sleep(ms, timer.signal).then(
      () => false,
      () => false,
    );
    const ended = await Promise.race([this.#loops.then(() => true), late]);
    timer.abort();
    return ended;
  }

  #context(options: JobHostOptions): HostContext {
    return {
      clock: options.clock,
      random: options.random ?? Math.random,
      holder: options.holder,
      leases: options.leases,
      tasks: options.tasks,
      telemetry: this.#telemetry,
      pollMs: options.pollMs ?? 1_000,
      claimMs: options.claimMs ?? 60_000,
      backoff: options.backoff ?? DEFAULT_BACKOFF,
      stopping: this.#stopping.signal,
      aborting: this.#aborting.signal,
    };
  }
}

/** Measures the number of tasks in all queues, also in queues that no host runs. */
function depthJob(
  queues: readonly TaskQueue[],
  tasks: Tasks,
  telemetry: WorkersTelemetry,
): ScheduledJob {
  // An empty queue has no row, so the names of known queues are kept, to report 0 for them.
  const names = new Set(queues.map(({ name }) => name));
  return {
    name: 'task-queue-depth',
    everyMs: DEPTH_EVERY_MS,
    runsOn: 'node',
    timeoutMs: DEPTH_EVERY_MS,
    async run() {
      const rows = await tasks.counts();
      for (const { queue } of rows) names.add(queue);
      for (const name of names) {
        for (const state of ['ready', 'blocked', 'dead']) {
          const row = rows.find((each) => each.queue === name && each.state === state);
          telemetry.depth(name, state, row?.count ?? 0);
        }
      }
    },
  };
}

function refuseDuplicates(names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`two jobs or queues are named ${twice}`);
}
