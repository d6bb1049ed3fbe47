import type { RuleReport } from '../describe-findings.ts';
import type { ScanAnswers, ScanJob } from './scan-job.ts';
import { ScannerSlot } from './scanner-slot.ts';

export interface ScannerPoolOptions {
  /** Told of every body that could not be looked through although it was accepted. */
  readonly onFailure: (error: Error) => void;
  readonly threads?: number;
  /** Bodies that may wait, and their bytes. */
  readonly maxQueued?: number;
  readonly maxQueuedBytes?: number;
  /** A body that takes longer is given up, and its thread with it. */
  readonly timeoutMs?: number;
  /** A thread without work gives its memory back after this time. */
  readonly idleMs?: number;
  /** Module that the threads run; for tests. */
  readonly thread?: URL;
}

export interface ScannerPoolStats {
  readonly accepted: number;
  readonly finished: number;
  readonly failed: number;
  /** Not accepted, because too much was waiting. */
  readonly dropped: number;
  /** Threads that ended before they had answered. */
  readonly died: number;
  readonly queued: number;
  readonly queuedBytes: number;
  /** Threads that run now. */
  readonly threads: number;
}

interface Waiting {
  readonly job: ScanJob;
  readonly found: (reports: readonly RuleReport[]) => void;
  /** It was in a batch that killed its thread, and may be the one that did it. */
  readonly isSuspect: boolean;
}

const MEBIBYTE = 1024 ** 2;

/** Talking to a thread costs as much as a short body: bodies gather for a moment, and go together. */
const GATHER_MS = 10;
const BATCH_BYTES = MEBIBYTE;
const BATCH_JOBS = 256;

/**
 * Looks through bodies in threads, away from the traffic. What does not fit into the queue is dropped
 * at once and counted: detection may miss a body, traffic never waits. Threads start with the first job.
 */
export class ScannerPool {
  readonly #slots: readonly ScannerSlot[];
  readonly #onFailure: (error: Error) => void;
  readonly #maxQueued: number;
  readonly #maxQueuedBytes: number;
  readonly #queue: Waiting[] = [];
  #queuedBytes = 0;
  #gathering: NodeJS.Timeout | undefined;
  #counts = { accepted: 0, finished: 0, failed: 0, dropped: 0 };
  /** Who waits for the pool to have nothing to do; asked again after every batch. */
  #waiters: (() => void)[] = [];
  #isClosed = false;

  constructor(options: ScannerPoolOptions) {
    const { threads = 1, maxQueued = 1024, maxQueuedBytes = 16 * MEBIBYTE } = options;
    const { timeoutMs = 10_000, idleMs = 60_000 } = options;
    const thread = options.thread ?? new URL('./scanner-thread.ts', import.meta.url);
    this.#onFailure = options.onFailure;
    this.#maxQueued = maxQueued;
    this.#maxQueuedBytes = maxQueuedBytes;
    this.#slots = Array.from(
      { length: threads },
      () => new ScannerSlot({ thread, timeoutMs, idleMs }),
    );
  }

  get stats(): ScannerPoolStats {
    return {
      ...this.#counts,
      died: this.#slots.reduce((sum, slot) => sum + slot.died, 0),
      queued: this.#queue.length,
      queuedBytes: this.#queuedBytes,
      threads: this.#slots.filter((slot) => slot.isRunning).length,
    };
  }

  /**
   * False when the job was dropped. `found` is called when there is something to tell; most bodies
   * have nothing, so nothing is made that would wait for it.
   */
  submit(job: ScanJob, found: Waiting['found']): boolean {
    if (this.#isClosed || !this.#hasRoom(job.length)) {
      this.#counts.dropped += 1;
      return false;
    }
    this.#counts.accepted += 1;
    this.#queue.push({ job, found, isSuspect: false });
    this.#queuedBytes += job.length;
    this.#runSoon();
    return true;
  }

  /** Resolves when everything that was accepted is done. */
  async idle(): Promise<void> {
    while (this.#queue.length > 0 || this.#slots.some((slot) => !slot.isFree)) {
      await new Promise<void>((resolve) => this.#waiters.push(resolve));
    }
  }

  /** Ends all threads; jobs that are not done have failed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#gathering);
    this.#fail(this.#queue.splice(0).length, new Error('the scanner pool was closed'));
    this.#queuedBytes = 0;
    await Promise.all(this.#slots.map((slot) => slot.close()));
    this.#wake();
  }

  #hasRoom(bytes: number): boolean {
    return (
      this.#queue.length < this.#maxQueued && this.#queuedBytes + bytes <= this.#maxQueuedBytes
    );
  }

  #runSoon(): void {
    if (this.#isClosed || this.#queue.length === 0) return;
    if (this.#queuedBytes >= BATCH_BYTES || this.#queue.length >= BATCH_JOBS) this.#runNow();
    else this.#gathering ??= setTimeout(() => this.#runNow(), GATHER_MS);
  }

  #runNow(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    for (const slot of this.#slots) {
      if (slot.isFree && this.#queue.length > 0) void this.#run(slot, this.#takeBatch());
    }
  }

  #takeBatch(): Waiting[] {
    const batch: Waiting[] = [];
    let bytes = 0;
    for (const waiting of this.#queue) {
      const isAlone = waiting.isSuspect || batch[0]?.isSuspect;
      if (batch.length > 0 && (isAlone || bytes + waiting.job.length > BATCH_BYTES)) break;
      batch.push(waiting);
      bytes += waiting.job.length;
      if (batch.length === BATCH_JOBS) break;
    }
    this.#queue.splice(0, batch.length);
    this.#queuedBytes -= bytes;
    return batch;
  }

  async #run(slot: ScannerSlot, batch: readonly Waiting[]): Promise<void> {
    // Slots reject with errors only.
    const answers = await slot.run(batch.map(({ job }) => job)).catch((error: Error) => error);
    if (!(answers instanceof Error)) this.#finish(batch, answers);
    else if (batch.length === 1 || this.#isClosed) this.#fail(batch.length, answers);
    else this.#tryAlone(batch);
    this.#wake();
    this.#runSoon();
  }

  #wake(): void {
    for (const wake of this.#waiters.splice(0)) wake();
  }

  /** One body must not cost the others of its batch. */
  #tryAlone(batch: readonly Waiting[]): void {
    this.#queue.unshift(...batch.map((waiting) => ({ ...waiting, isSuspect: true })));
    this.#queuedBytes += batch.reduce((sum, { job }) => sum + job.length, 0);
  }

  #finish(batch: readonly Waiting[], answers: ScanAnswers): void {
    const problems = answers.flatMap((answer) => ('problem' in answer ? [answer.problem] : []));
    this.#counts.finished += batch.length - problems.length;
    for (const problem of problems) this.#fail(1, new Error(`the scanner failed: ${problem}`));
    for (const answer of answers) {
      if ('reports' in answer) this.#tell(batch[answer.body], answer.reports);
    }
  }

  /** Who hears of findings must not end the pool, nor the process. */
  #tell(waiting: Waiting | undefined, reports: readonly RuleReport[]): void {
    try {
      waiting?.found(reports);
    } catch (error) {
      this.#onFailure(error as Error);
    }
  }

  #fail(bodies: number, error: Error): void {
    this.#counts.failed += bodies;
    for (let body = 0; body < bodies; body++) this.#onFailure(error);
  }
}
