import type { ScheduledJob } from '../contracts/job.ts';
import { backoffDelay } from '../kernel/backoff.ts';
import { WakeableSleep } from '../kernel/wakeable-sleep.ts';
import type { HostContext, Runner } from './host-context.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import { RunAborted, runWithin } from './run-within.ts';

const FIRST_RETRY_MS = 1_000;
/** An upper bound on the wait before the first run: otherwise a rare job would never run on a node that is restarted often. */
const LATEST_FIRST_RUN_MS = 300_000;

/** Runs one job repeatedly, never twice at once. A cluster job runs while this node has its lease. */
export class ScheduledRunner implements Runner {
  readonly #job: ScheduledJob;
  readonly #host: HostContext;
  readonly #leases: LeaseKeeper;
  readonly #pause: WakeableSleep;
  #failures = 0;

  constructor(job: ScheduledJob, host: HostContext, leases: LeaseKeeper) {
    this.#job = job;
    this.#host = host;
    this.#leases = leases;
    this.#pause = new WakeableSleep(host.clock);
  }

  get name(): string {
    return this.#job.name;
  }

  /** Has no effect: jobs follow only their schedule. */
  wake(): void {}

  retryNow(): void {
    if (this.#failures === 0) return;
    this.#failures = 0;
    this.#pause.wake();
  }

  async run(): Promise<void> {
    const { random, stopping } = this.#host;
    stopping.addEventListener('abort', () => this.#pause.wake(), { once: true });
    let delay = Math.min(this.#job.everyMs, LATEST_FIRST_RUN_MS) * random();
    while (await this.#rest(delay)) delay = await this.#turn();
    if (this.#job.runsOn === 'cluster') this.#leases.end(this.name);
  }

  /** False if the host stops meanwhile. */
  async #rest(ms: number): Promise<boolean> {
    const { stopping } = this.#host;
    if (!stopping.aborted) await this.#pause.sleep(ms);
    return !stopping.aborted;
  }

  /** Runs the job if this node may; returns how long to wait until the next run. */
  async #turn(): Promise<number> {
    const { clock, stopping } = this.#host;
    const lost =
      this.#job.runsOn === 'cluster' ? await this.#leases.acquired(this.name) : undefined;
    if (stopping.aborted) return 0;
    const started = clock.tick();
    try {
      await this.#runOnce(started, lost);
      this.#failures = 0;
      return Math.max(0, this.#job.everyMs - (clock.tick() - started));
    } catch (error) {
      return this.#afterFailure(error);
    }
  }

  async #runOnce(started: number, lost: AbortSignal | undefined): Promise<void> {
    const { clock, aborting, telemetry } = this.#host;
    const { name, timeoutMs } = this.#job;
    const elapsed = () => clock.tick() - started;
    try {
      await runWithin({ clock, timeoutMs, aborting, lost }, (signal) => this.#job.run(signal));
      telemetry.jobEnded(name, 'done', elapsed());
    } catch (error) {
      telemetry.jobEnded(name, error instanceof RunAborted ? 'aborted' : 'failed', elapsed());
      throw error;
    }
  }

  #afterFailure(error: unknown): number {
    const { telemetry, random } = this.#host;
    const { name, everyMs } = this.#job;
    if (error instanceof RunAborted && error.code === 'host_stopped') return 0;
    if (error instanceof RunAborted && error.code === 'hold_lost') {
      telemetry.leaseLost(name);
      return 0;
    }
    const policy = { firstMs: Math.min(FIRST_RETRY_MS, everyMs), maxMs: everyMs, factor: 2 };
    const delay = backoffDelay(policy, ++this.#failures, random);
    telemetry.jobFailed(name, error, delay);
    return delay;
  }
}
