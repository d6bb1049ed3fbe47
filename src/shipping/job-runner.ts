import type { JobProgress, LedgerBatch } from '../contracts/shipping/shipping-channel.ts';
import type { ShippingJob } from '../contracts/shipping/shipping-job.ts';
import { describeError, PalisadeError } from '../kernel/palisade-error.ts';
import type { LogProgram } from '../logs/log-program.ts';
import type { Destination } from '../outbound/destinations/destination.ts';
import type { BodyQueue } from './body-queue.ts';
import type { JobParts } from './job-parts.ts';
import type { LedgerFile } from './ledger-file.ts';
import type { ProgramText } from './planned-batch.ts';
import { Run } from './run.ts';
import type { ShippingDeps } from './shipping-deps.ts';
import type { TopicReader } from './topic-reader.ts';

/** Batches per report; if there are more, the latest ones. */
const REPORTED_BATCHES = 100;
/** Retry interval of a job that cannot start. */
const RESTART_MS = 60_000;

export interface JobRunnerOptions {
  readonly job: ShippingJob;
  readonly ledger: LedgerFile;
  readonly reader: TopicReader;
  readonly deps: ShippingDeps;
  readonly bodies: BodyQueue;
}

export type JobFigures = Omit<JobProgress, 'batches'>;

/** One job: its live run and, one after the other, its replays. */
export class JobRunner {
  job: ShippingJob;
  /** Failed attempts since the process started. */
  failures = 0;
  readonly #ledger: LedgerFile;
  readonly #reader: TopicReader;
  readonly #deps: ShippingDeps;
  readonly #bodies: BodyQueue;
  readonly #runs = new Set<Run>();
  /** Ids of batches that have changed since the last report. */
  readonly #changed = new Set<string>();
  #parts: JobParts | undefined;
  #triedAt = Number.NEGATIVE_INFINITY;
  #destination: Promise<Destination> | undefined;
  #reported = '';
  #isFailing = false;
  #isStopped = false;

  constructor({ job, ledger, reader, deps, bodies }: JobRunnerOptions) {
    this.#bodies = bodies;
    this.job = job;
    this.#ledger = ledger;
    this.#reader = reader;
    this.#deps = deps;
  }

  get runs(): Iterable<Run> {
    return this.#runs;
  }

  /** Whether a job is the same as this one, apart from its replays. */
  isSameButReplays(job: ShippingJob): boolean {
    const essence = (each: ShippingJob) => JSON.stringify({ ...each, version: 0, replays: [] });
    return essence(job) === essence(this.job);
  }

  /** Applies changed replays without interrupting the live run. */
  async setReplays(job: ShippingJob): Promise<void> {
    this.job = job;
    if (!this.#parts) return;
    const named = job.replays.map(({ id }) => id);
    for (const run of this.#replaying) {
      if (named.includes(run.id.replay)) continue;
      this.#reader.remove(run);
      this.#runs.delete(run);
      await run.stop(AbortSignal.abort());
    }
    this.#ledger.keepReplays(job.id, named);
    this.#nextReplay();
  }

  /** Starts the job if it is not running, and the next replay if the last one is finished. */
  tend(): void {
    if (this.#isStopped) return;
    if (!this.#parts) this.#begin();
    for (const run of this.#runs) {
      if (!run.isDone) continue;
      if (run.id.replay === '') this.#ledger.endPeriod(this.job.id);
      else this.#ledger.finish(run.id);
      this.#reader.remove(run);
      this.#runs.delete(run);
      if (run.id.replay === '') this.#addLive();
      else this.#nextReplay();
    }
  }

  /** Publishing time of the oldest line that is not delivered yet; undefined if there is none. */
  get waitingSince(): number | undefined {
    const times = [...this.#runs].map((run) => run.waitingSince).filter((at) => at !== undefined);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** The progress of the job. Lines in open batches are not counted: after a crash they are read again. */
  figures(): JobFigures {
    return { jobId: this.job.id, ...this.#ledger.totals(this.job.id) };
  }

  /** The progress since the last call; undefined if nothing has changed. */
  takeProgress(): JobProgress | undefined {
    const figures = this.figures();
    const text = JSON.stringify(figures);
    if (text === this.#reported && this.#changed.size === 0) return undefined;
    this.#reported = text;
    const ids = [...this.#changed].slice(-REPORTED_BATCHES);
    this.#changed.clear();
    const batches = ids.map((id) => this.#ledger.batch(id)).filter((batch) => batch !== undefined);
    return { ...figures, batches };
  }

  /** Lines in memory are discarded and read again at the next start. An attempt in flight may finish until the signal aborts. */
  async stop(signal: AbortSignal): Promise<void> {
    this.#isStopped = true;
    for (const run of this.#runs) this.#reader.remove(run);
    await Promise.all([...this.#runs].map((run) => run.stop(signal)));
    const destination = await this.#destination?.catch(() => undefined);
    await destination?.close().catch(() => {});
  }

  #begin(): void {
    const { clock } = this.#deps;
    if (clock.tick() - this.#triedAt < RESTART_MS) return;
    this.#triedAt = clock.tick();
    try {
      this.#start();
    } catch (error) {
      this.#failed(error);
    }
  }

  #start(): void {
    const { id, replays } = this.job;
    this.#ledger.begin(id);
    const named = replays.map((replay) => replay.id);
    this.#ledger.keepReplays(id, named);
    this.#isFailing = this.#ledger.totals(id).failure !== undefined;
    for (const batch of this.#ledger.batches(id)) this.#changed.add(batch.id);
    this.#parts = this.#makeParts(this.#compile(this.job));
    this.#addLive();
    this.#nextReplay();
  }

  /** The live run passes over one period after the other. */
  #addLive(): void {
    const { id, periods } = this.job;
    const current = this.#ledger.period(id);
    const period = periods.find(({ from }) => from >= current) ?? periods.at(-1);
    if (!period) return;
    if (period.from !== current) this.#ledger.beginPeriod(id, period.from);
    this.#addRun('', period.from, period.to);
  }

  get #replaying(): Run[] {
    return [...this.#runs].filter((run) => run.id.replay !== '');
  }

  #nextReplay(): void {
    if (this.#isStopped || this.#replaying.length > 0) return;
    const { id: jobId, replays } = this.job;
    const next = replays.find(({ id }) => !this.#ledger.isFinished({ jobId, replay: id }));
    if (next) this.#addRun(next.id, next.from, next.to);
  }

  #addRun(replay: string, from: number, until?: number): void {
    const parts = this.#parts as JobParts; // set before the first run
    const id = { jobId: this.job.id, replay };
    let cursor = this.#ledger.cursor(id);
    if (!cursor) {
      cursor = { position: parts.spool.positionAt(from), cuts: {} };
      this.#ledger.moveTo(id, cursor);
    }
    const run = new Run(id, cursor, parts, until);
    this.#runs.add(run);
    this.#reader.add(run);
  }

  #compile(text: ProgramText): LogProgram {
    const { dataset, scope, filter, output } = text;
    const seed = String(this.job.id);
    return this.#deps.compile({ dataset, scope, filter, output, seed });
  }

  #makeParts(program: LogProgram): JobParts {
    const own = programKey(this.job);
    return {
      job: this.job,
      program,
      ledger: this.#ledger,
      spool: this.#reader.spool,
      deps: this.#deps,
      destination: () => this.#openDestination(),
      bodies: this.#bodies,
      programOf: (text) => (programKey(text) === own ? program : this.#compile(text)),
      failed: (error, batchId, attempts) => this.#failed(error, batchId, attempts),
      changed: (batchId) => this.#batchChanged(batchId),
      wake: () => this.#reader.wake(),
    };
  }

  async #openDestination(): Promise<Destination> {
    this.#destination ??= Promise.resolve(this.job.destination).then(this.#deps.openDestination);
    const opening = this.#destination;
    try {
      return await opening;
    } catch (error) {
      if (this.#destination === opening) this.#destination = undefined;
      throw error;
    }
  }

  #failed(error: unknown, batchId?: string, attempts?: number): void {
    const { clock, telemetry } = this.#deps;
    const at = clock.now();
    const message = messageOf(error);
    if (!this.#isFailing) telemetry.failed(this.job.id, message, error);
    this.failures += 1;
    this.#isFailing = true;
    try {
      const since = this.#ledger.totals(this.job.id).failure?.since ?? at;
      this.#ledger.fail(this.job.id, { at, since, message }, batchId, attempts);
      if (batchId !== undefined) this.#changed.add(batchId);
    } catch (problem) {
      telemetry.notStored(problem);
    }
  }

  #batchChanged(id: string): void {
    this.#changed.add(id);
    const batch = this.#ledger.batch(id);
    if (batch) this.#noteOutcome(batch);
  }

  #noteOutcome({ state, records }: LedgerBatch): void {
    const { telemetry } = this.#deps;
    if (state === 'dropped') telemetry.dropped(this.job.id, records);
    if (state !== 'delivered' || !this.#isFailing) return;
    this.#isFailing = false;
    telemetry.recovered(this.job.id);
  }
}

function programKey({ dataset, scope, filter, output }: ProgramText): string {
  return JSON.stringify([dataset, scope, filter, output]);
}

/** Only messages of expected errors are shown to users; others may contain sensitive data. */
function messageOf(error: unknown): string {
  if (error instanceof PalisadeError) return describeError(error);
  return 'an unexpected error; see the log of the node';
}
