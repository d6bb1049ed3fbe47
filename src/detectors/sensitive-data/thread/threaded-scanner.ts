import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { RuleReport } from '../describe-findings.ts';
import type { ScanJob, ScanUpdate } from './scan-job.ts';
import { ScanMemory } from './scan-memory.ts';
import { ScanWriter } from './scan-writer.ts';
import type { ScanThreadData } from './serve-scans.ts';

export interface ThreadedScannerOptions {
  /** Called for every accepted body that could not be scanned. */
  readonly onFailure: (error: Error) => void;
  /** Maximum number of waiting bodies, and of their bytes. */
  readonly maxQueued?: number;
  readonly maxQueuedBytes?: number;
  /** A body that takes longer is dropped, and its thread is terminated. */
  readonly timeoutMs?: number;
  /** An idle thread ends after this time, to free its memory. */
  readonly idleMs?: number;
  /** Delay before a failed thread is restarted, so that one that cannot start does not keep a core busy. */
  readonly restartMs?: number;
  /** Entry point of the thread; for tests. */
  readonly thread?: URL;
}

export interface ThreadedScannerStats {
  readonly accepted: number;
  readonly finished: number;
  readonly failed: number;
  /** Bodies that were not accepted, because the queue was full. */
  readonly dropped: number;
  /** Threads that ended while bodies were waiting. */
  readonly died: number;
  readonly queued: number;
  readonly isRunning: boolean;
}

type Found = (reports: readonly RuleReport[]) => void;

const MEBIBYTE = 1024 ** 2;

/** Heap limit; a body of 1 MB with its text and findings needs much less. */
const HEAP_MEBIBYTES = 128;
/** The young generation. Otherwise it would have the size of the edge's, which is set for traffic. */
const YOUNG_MEBIBYTES = 16;

const IDLE_POLL_MS = 5;

/**
 * Scans bodies in a thread, separate from the traffic. A body that does not fit into the shared memory is dropped and
 * counted: detection may miss a body, traffic never waits. The thread starts with the first body, and again after it
 * failed.
 */
export class ThreadedScanner {
  readonly #memory: ScanMemory;
  readonly #writer: ScanWriter<Found>;
  readonly #onFailure: (error: Error) => void;
  readonly #timeoutMs: number;
  readonly #idleMs: number;
  readonly #restartMs: number;
  readonly #thread: URL;
  #worker: Worker | undefined;
  /** Checks whether the thread makes progress. */
  #watch: NodeJS.Timeout | undefined;
  #restart: NodeJS.Timeout | undefined;
  /** Callbacks of bodies with findings whose messages have not arrived yet, in order. */
  #awaited: Found[] = [];
  #counts = { accepted: 0, finished: 0, failed: 0, dropped: 0, died: 0 };
  #isClosed = false;

  constructor(options: ThreadedScannerOptions) {
    const { maxQueued = 1024, maxQueuedBytes = 16 * MEBIBYTE } = options;
    this.#memory = ScanMemory.allocate(maxQueued, maxQueuedBytes);
    this.#writer = new ScanWriter(this.#memory);
    this.#onFailure = options.onFailure;
    // The thread has a low priority, so a long time without progress need not be a hang.
    this.#timeoutMs = options.timeoutMs ?? 60_000;
    this.#idleMs = options.idleMs ?? 60_000;
    this.#restartMs = options.restartMs ?? 1_000;
    this.#thread = options.thread ?? new URL('./scanner-thread.ts', import.meta.url);
  }

  get stats(): ThreadedScannerStats {
    this.#settle();
    return {
      ...this.#counts,
      queued: this.#writer.count,
      isRunning: this.#worker !== undefined,
    };
  }

  /** Returns false if the job was dropped. `found` is called only for findings, because most bodies have none. */
  submit(job: ScanJob, found: Found): boolean {
    this.#settle();
    if (this.#isClosed || !this.#writer.put(job, found)) {
      this.#counts.dropped += 1;
      return false;
    }
    this.#counts.accepted += 1;
    if (!this.#worker && !this.#restart) this.#start();
    return true;
  }

  /** Resolves when all accepted bodies are done. */
  async idle(): Promise<void> {
    for (;;) {
      this.#settle();
      if (this.#writer.count + this.#awaited.length === 0) return;
      await pause(IDLE_POLL_MS);
    }
  }

  /** Terminates the thread; bodies that are not done fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#restart);
    await this.#worker?.terminate();
    while (this.#writer.count > 0) this.#failFirst(new Error('the scanner was closed'));
  }

  #start(): void {
    const workerData: ScanThreadData = {
      shared: this.#memory.shared,
      slots: this.#memory.slots,
      first: this.#writer.first,
      idleMs: this.#idleMs,
    };
    const resourceLimits = {
      maxOldGenerationSizeMb: HEAP_MEBIBYTES,
      maxYoungGenerationSizeMb: YOUNG_MEBIBYTES,
    };
    try {
      const worker = new Worker(this.#thread, { workerData, resourceLimits });
      worker.unref();
      worker.on('message', (update: ScanUpdate) => this.#receive(update));
      let reason = 'no error';
      // Without a listener an error of the thread would end the process. Its message is not used: it could quote a body.
      worker.on('error', (error: NodeJS.ErrnoException) => {
        reason = error.code ?? error.name;
      });
      worker.once('exit', (code) => this.#ended(code, reason));
      this.#worker = worker;
      this.#watch = this.#watchOver(worker);
    } catch (error) {
      this.#failFirst(error as Error);
      this.#startLater();
    }
  }

  #startLater(): void {
    this.#restart = setTimeout(() => {
      this.#restart = undefined;
      if (this.#writer.count > 0) this.#start();
    }, this.#restartMs).unref();
  }

  /** Terminates a thread that made no progress between two checks. */
  #watchOver(worker: Worker): NodeJS.Timeout {
    let before: number | undefined;
    return setInterval(() => {
      this.#settle();
      const waiting = this.#writer.count;
      const first = waiting > 0 ? this.#counts.accepted - waiting : undefined;
      if (first !== undefined && first === before) void worker.terminate();
      before = first;
    }, this.#timeoutMs).unref();
  }

  /** Takes scanned bodies out of the shared memory. */
  #settle(): void {
    this.#writer.settle(this.#settleOne);
  }

  readonly #settleOne = (found: Found, hasFindings: boolean): void => {
    if (hasFindings) this.#awaited.push(found);
    else this.#counts.finished += 1;
  };

  #receive(update: ScanUpdate): void {
    this.#settle();
    const found = this.#awaited.shift();
    if ('problem' in update) {
      this.#fail(new Error(`the scanner failed: ${update.problem}`));
      return;
    }
    this.#counts.finished += 1;
    try {
      found?.(update.reports);
    } catch (error) {
      // An error of the callback must not end the process.
      this.#onFailure(error as Error);
    }
  }

  #ended(code: number, reason: string): void {
    const error = new Error(`the scanner thread ended during a scan: ${reason}`);
    clearInterval(this.#watch);
    this.#worker = undefined;
    this.#settle();
    for (const _ of this.#awaited.splice(0)) this.#fail(error);
    if (this.#isClosed || this.#writer.count === 0) return;
    // An idle thread exits with 0; a body may have arrived at the same moment.
    if (code === 0) {
      this.#start();
      return;
    }
    this.#counts.died += 1;
    this.#failFirst(error);
    this.#startLater();
  }

  /** The thread failed at the first body; the others wait for the next thread. */
  #failFirst(error: Error): void {
    this.#writer.drop();
    this.#fail(error);
  }

  #fail(error: Error): void {
    this.#counts.failed += 1;
    this.#onFailure(error);
  }
}
