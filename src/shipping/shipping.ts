import type { JobsUpdate, ShippingReport } from '../contracts/shipping/shipping-channel.ts';
import type { ShippingJob } from '../contracts/shipping/shipping-job.ts';
import { describeError } from '../kernel/palisade-error.ts';
import { WakeableSleep } from '../kernel/wakeable-sleep.ts';
import { BodyQueue } from './body-queue.ts';
import { JobRunner } from './job-runner.ts';
import type { LedgerFile } from './ledger-file.ts';
import { keepWithin } from './memory-budget.ts';
import type { ShippingDeps } from './shipping-deps.ts';
import { TopicReader } from './topic-reader.ts';

/** Memory limit for the open batches of all jobs. The same limit applies to planned batches without a body. */
const LINE_BYTES = 20 * 1024 * 1024;
const POLL_MS = 200;
const REPORT_MS = 1_000;
/** How long an attempt in flight may continue after its job was changed or removed. */
const CHANGE_GRACE_MS = 2_000;

export interface ShippingOptions {
  readonly ledger: LedgerFile;
  readonly deps: ShippingDeps;
  report(report: ShippingReport): void;
  readonly lineBytes?: number;
  readonly bodyBytes?: number;
  readonly pollMs?: number;
}

/**
 * Delivery of log lines: spool → program → batch → body → destination. `TopicReader` reads the spool, `Run` forms batches, `Shipment`
 * delivers them.
 */
export class Shipping {
  readonly #options: ShippingOptions;
  readonly #jobs = new Map<number, JobRunner>();
  readonly #readers = new Map<string, TopicReader>();
  /** Removed jobs that are still in the ledger. */
  readonly #gone = new Set<number>();
  readonly #bodies: BodyQueue;
  readonly #pause: WakeableSleep;
  #updates: Promise<void> = Promise.resolve();
  #isOpen = true;
  readonly #ended: Promise<void>;

  constructor(options: ShippingOptions) {
    this.#options = options;
    this.#bodies = new BodyQueue(options.bodyBytes);
    this.#pause = new WakeableSleep(options.deps.clock);
    this.#ended = this.#loop();
  }

  get jobs(): Iterable<JobRunner> {
    return this.#jobs.values();
  }

  /** Bytes of bodies that are created and not delivered yet. */
  get bodyBytes(): number {
    return this.#bodies.bytes;
  }

  /** Resolves when the update is in effect. */
  apply(update: JobsUpdate): Promise<void> {
    const applied = this.#updates.then(() => this.#apply(update));
    // A failed update must not block the next one.
    this.#updates = applied.catch(() => {});
    return applied;
  }

  /** Finishes attempts in flight, within a time limit. Everything else is in the spool. */
  async drain(withinMs: number): Promise<void> {
    await this.#updates;
    this.#isOpen = false;
    this.#pause.wake();
    await this.#ended;
    await this.#stop([...this.#jobs.values()], withinMs);
    await Promise.all([...this.#readers.values()].map((reader) => reader.close()));
    this.#report();
    this.#options.ledger.close();
  }

  async #apply({ set, paused, removed, isComplete }: JobsUpdate): Promise<void> {
    const { ledger } = this.#options;
    const others = set.filter((job) => !this.#jobs.get(job.id)?.isSameButReplays(job));
    const same = set.filter((job) => !others.includes(job));
    const existing = new Set([...paused, ...set.map(({ id }) => id)]);
    const gone = isComplete ? ledger.jobs().filter((id) => !existing.has(id)) : removed;
    const ending = [...gone, ...paused, ...others.map(({ id }) => id)];
    await this.#stop(
      ending.map((id) => this.#jobs.get(id)).filter((job) => job !== undefined),
      CHANGE_GRACE_MS,
    );
    // The figures of the last attempts.
    this.#stores(() => this.#report());
    for (const id of ending) this.#jobs.delete(id);
    for (const id of gone) this.#gone.add(id);
    this.#forgetGone();
    for (const job of same) await this.#jobs.get(job.id)?.setReplays(job);
    for (const job of others) this.#start(job);
    await this.#closeUnused();
  }

  /** If the ledger cannot be written now, it is tried again later. */
  #forgetGone(): void {
    for (const id of this.#gone) {
      if (!this.#stores(() => this.#forget(id))) return;
      this.#gone.delete(id);
    }
  }

  /** The last report has no pending lines, but keeps the failure, which may be why the job was disabled. */
  #forget(jobId: number): void {
    const { ledger, deps, report } = this.#options;
    const { failure } = ledger.totals(jobId);
    ledger.remove(jobId, deps.clock.now());
    const last = { jobId, ...ledger.totals(jobId), failure, batches: ledger.batches(jobId) };
    report({ type: 'progress', node: ledger.id, jobs: [last] });
  }

  /** If this version cannot run a stored job, the others still run. */
  #start(job: ShippingJob): void {
    try {
      this.#run(job);
    } catch (error) {
      this.#options.deps.telemetry.failed(job.id, describeError(error), error);
    }
  }

  #run(job: ShippingJob): void {
    const { ledger, deps } = this.#options;
    this.#gone.delete(job.id);
    const runner = new JobRunner({
      job,
      ledger,
      reader: this.#reader(job.dataset),
      deps,
      bodies: this.#bodies,
    });
    this.#jobs.set(job.id, runner);
    runner.tend();
  }

  async #stop(jobs: readonly JobRunner[], withinMs: number): Promise<void> {
    const ending = new AbortController();
    const done = new AbortController();
    const late = this.#options.deps.clock.sleep(withinMs, done.signal).then(
      () => ending.abort(),
      () => {},
    );
    await Promise.all(jobs.map((job) => job.stop(ending.signal)));
    done.abort();
    await late;
  }

  #reader(dataset: string): TopicReader {
    const known = this.#readers.get(dataset);
    if (known) return known;
    const { deps, pollMs = POLL_MS } = this.#options;
    const reader = new TopicReader({
      spool: deps.openSpool(dataset),
      pollMs,
      clock: deps.clock,
      telemetry: deps.telemetry,
      openBatch: (batch) => deps.openBatch(dataset, batch),
      afterBatch: () => this.#keepWithinBudget(),
    });
    this.#readers.set(dataset, reader);
    return reader;
  }

  async #closeUnused(): Promise<void> {
    const used = new Set([...this.#jobs.values()].map(({ job }) => job.dataset));
    for (const [dataset, reader] of this.#readers) {
      if (used.has(dataset)) continue;
      this.#readers.delete(dataset);
      await reader.close();
    }
  }

  #keepWithinBudget(): void {
    const { lineBytes = LINE_BYTES } = this.#options;
    const runs = [...this.#jobs.values()].flatMap((job) => [...job.runs]);
    keepWithin(lineBytes, runs);
    keepWithin(
      lineBytes,
      runs.map(({ shipment }) => shipment).filter((each) => each !== undefined),
    );
  }

  async #loop(): Promise<void> {
    while (this.#isOpen) {
      this.#forgetGone();
      for (const job of this.#jobs.values()) this.#stores(() => job.tend());
      this.#stores(() => this.#report());
      await this.#pause.sleep(REPORT_MS);
    }
  }

  /** Runs work that needs the ledger; returns whether it succeeded. */
  #stores(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      this.#options.deps.telemetry.notStored(error);
      return false;
    }
  }

  #report(): void {
    const progress = [...this.#jobs.values()]
      .map((job) => job.takeProgress())
      .filter((each) => each !== undefined);
    if (progress.length === 0) return;
    const node = this.#options.ledger.id;
    this.#options.report({ type: 'progress', node, jobs: progress });
  }
}
