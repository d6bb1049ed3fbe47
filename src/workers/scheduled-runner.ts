import type { ScheduledJob } from '../contracts/job.ts';
import { backoffDelay } from '../kernel/backoff.ts';
import type { HostContext, Runner } from './host-context.ts';
import type { HeldLease } from './host-ports.ts';
import { RunAborted, runWithin } from './run-within.ts';

/** A node that does not have the lease asks for it at least this often. */
const STANDBY_MS = 30_000;
/** How much longer a lease lasts than the longest time between two renewals. */
const LEASE_MARGIN_MS = 5_000;
const FIRST_RETRY_MS = 1_000;
/** Otherwise a rare job would never run on a node that is restarted often. */
const LATEST_FIRST_RUN_MS = 300_000;

/**
 * Runs one job repeatedly, never twice at once. The lease of a cluster job is kept between runs, so that
 * one node does all runs at the job's pace. It lasts for an interval and a run, so that another node takes
 * over about when the next run would be due.
 */
export class ScheduledRunner implements Runner {
  readonly #job: ScheduledJob;
  readonly #host: HostContext;
  readonly #leaseMs: number;
  #lease: HeldLease | undefined;
  #failures = 0;

  constructor(job: ScheduledJob, host: HostContext) {
    this.#job = job;
    this.#host = host;
    this.#leaseMs = job.everyMs + job.timeoutMs + LEASE_MARGIN_MS;
  }

  get name(): string {
    return this.#job.name;
  }

  /** Jobs follow only their schedule. */
  wake(): void {}

  async run(): Promise<void> {
    const { random } = this.#host;
    let delay = Math.min(this.#job.everyMs, LATEST_FIRST_RUN_MS) * random();
    while (await this.#rest(delay)) delay = await this.#turn();
    await this.#release();
  }

  /** False if the host stops meanwhile. */
  #rest(ms: number): Promise<boolean> {
    return this.#host.clock.sleep(ms, this.#host.stopping).then(
      () => !this.#host.stopping.aborted,
      () => false,
    );
  }

  /** Runs the job if this node may; returns how long to wait until the next turn. */
  async #turn(): Promise<number> {
    const { clock } = this.#host;
    const started = clock.now();
    try {
      if (!(await this.#mayRun())) return this.#standby();
      await this.#runOnce(started);
      this.#failures = 0;
      // Never more than the interval, even if the clock was set back meanwhile.
      const elapsed = Math.max(0, clock.now() - started);
      return Math.max(0, this.#job.everyMs - elapsed);
    } catch (error) {
      return this.#afterFailure(error);
    }
  }

  async #mayRun(): Promise<boolean> {
    if (this.#job.runsOn === 'node') return true;
    const had = this.#lease !== undefined;
    const { leases, holder, telemetry } = this.#host;
    this.#lease = await leases.acquire(this.#job.name, holder, this.#leaseMs);
    if (this.#lease && !had) telemetry.leaseTaken(this.#job.name);
    return this.#lease !== undefined;
  }

  async #runOnce(started: number): Promise<void> {
    const { clock, aborting, telemetry } = this.#host;
    const { name, timeoutMs } = this.#job;
    const elapsed = () => clock.now() - started;
    const hold = this.#lease && { ttlMs: this.#leaseMs, renew: () => this.#renew() };
    try {
      await runWithin({ clock, timeoutMs, aborting, hold }, (signal) => this.#job.run(signal));
      telemetry.jobEnded(name, 'done', elapsed());
    } catch (error) {
      telemetry.jobEnded(name, error instanceof RunAborted ? 'aborted' : 'failed', elapsed());
      throw error;
    }
  }

  async #renew(): Promise<boolean> {
    this.#lease = await this.#host.leases.acquire(this.name, this.#host.holder, this.#leaseMs);
    return this.#lease !== undefined;
  }

  #afterFailure(error: unknown): number {
    const { telemetry, random } = this.#host;
    const { name, everyMs } = this.#job;
    if (error instanceof RunAborted && error.code === 'host_stopped') return 0;
    if (error instanceof RunAborted && error.code === 'hold_lost') {
      telemetry.leaseLost(name);
      return this.#standby();
    }
    const policy = { firstMs: Math.min(FIRST_RETRY_MS, everyMs), maxMs: everyMs, factor: 2 };
    const delay = backoffDelay(policy, ++this.#failures, random);
    telemetry.jobFailed(name, error, delay);
    return delay;
  }

  #standby(): number {
    return Math.min(this.#job.everyMs, STANDBY_MS) * (0.5 + this.#host.random() / 2);
  }

  async #release(): Promise<void> {
    if (!this.#lease) return;
    // If this fails, the lease expires by itself.
    await this.#host.leases.release(this.#lease).catch(() => {});
    this.#lease = undefined;
  }
}
