import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { RuleReport } from '../describe-findings.ts';
import type { ScanJob, ScanUpdate } from './scan-job.ts';
import { ScanMemory } from './scan-memory.ts';
import { ScanWriter } from './scan-writer.ts';
import type { ScanThreadData } from './serve-scans.ts';

export interface ThreadedScannerOptions {
  /** Told of every body that could not be looked through although it was accepted. */
  readonly onFailure: (error: Error) => void;
  /** Bodies that may wait, and their bytes. */
  readonly maxQueued?: number;
  readonly maxQueuedBytes?: number;
  /** A body that takes longer is given up, and its thread with it. */
  readonly timeoutMs?: number;
  /** A thread without work gives its memory back after this time. */
  readonly idleMs?: number;
  /** Time between the death of a thread and the next one: one that cannot start must not keep a core busy. */
  readonly restartMs?: number;
  /** Module that the thread runs; for tests. */
  readonly thread?: URL;
}

export interface ThreadedScannerStats {
  readonly accepted: number;
  readonly finished: number;
  readonly failed: number;
  /** Not accepted, because too much was waiting. */
  readonly dropped: number;
  /** Threads that ended in the middle of their work. */
  readonly died: number;
  readonly queued: number;
  readonly isRunning: boolean;
}

type Found = (reports: readonly RuleReport[]) => void;

const MEBIBYTE = 1024 ** 2;

/** A body of 1 MB, its text and its findings need much less. */
const HEAP_MEBIBYTES = 128;
/** Of that for new objects; threads of the edge would else take as much as the traffic has. */
const YOUNG_MEBIBYTES = 16;

const IDLE_POLL_MS = 5;

/**
 * Looks through bodies in a thread, away from the traffic. What does not fit into the memory between
 * the two is dropped at once and counted: detection may miss a body, traffic never waits. The thread
 * starts with the first body, and again after it died.
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
  /** Looks whether the thread gets on. */
  #watch: NodeJS.Timeout | undefined;
  #restart: NodeJS.Timeout | undefined;
  /** Who will hear of findings whose messages are on their way, in their order. */
  #told: Found[] = [];
  #counts = { accepted: 0, finished: 0, failed: 0, dropped: 0, died: 0 };
  #isClosed = false;

  constructor(options: ThreadedScannerOptions) {
    const { maxQueued = 1024, maxQueuedBytes = 16 * MEBIBYTE } = options;
    this.#memory = ScanMemory.allocate(maxQueued, maxQueuedBytes);
    this.#writer = new ScanWriter(this.#memory);
    this.#onFailure = options.onFailure;
    // The thread runs when nobody else wants to, so that it may not get on for long without a fault.
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

  /**
   * False when the job was dropped. `found` is called when there is something to tell; most bodies
   * have nothing, so nothing is made that would wait for it.
   */
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

  /** Resolves when everything that was accepted is done. */
  async idle(): Promise<void> {
    for (;;) {
      this.#settle();
      if (this.#writer.count + this.#told.length === 0) return;
      await pause(IDLE_POLL_MS);
    }
  }

  /** Ends the thread; bodies that are not done have failed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#restart);
    await this.#worker?.terminate();
    while (this.#writer.count > 0) this.#giveUpFirst(new Error('the scanner was closed'));
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
      let reason = 'without a word';
      // Without a listener an error of the thread would end the process. Its message could quote a body.
      worker.on('error', (error: NodeJS.ErrnoException) => {
        reason = error.code ?? error.name;
      });
      worker.once('exit', (code) => this.#ended(code, reason));
      this.#worker = worker;
      this.#watch = this.#watchOver(worker);
    } catch (error) {
      this.#giveUpFirst(error as Error);
      this.#startLater();
    }
  }

  #startLater(): void {
    this.#restart = setTimeout(() => {
      this.#restart = undefined;
      if (this.#writer.count > 0) this.#start();
    }, this.#restartMs).unref();
  }

  /** Ends a thread that has not got on from one look to the next. */
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

  /** Takes note of what the thread has done. */
  #settle(): void {
    this.#writer.settle(this.#settleOne);
  }

  readonly #settleOne = (found: Found, isTold: boolean): void => {
    if (isTold) this.#told.push(found);
    else this.#counts.finished += 1;
  };

  #receive(update: ScanUpdate): void {
    this.#settle();
    const found = this.#told.shift();
    if ('problem' in update) {
      this.#fail(new Error(`the scanner failed: ${update.problem}`));
      return;
    }
    this.#counts.finished += 1;
    try {
      found?.(update.reports);
    } catch (error) {
      // Who hears of findings must not end the process.
      this.#onFailure(error as Error);
    }
  }

  #ended(code: number, reason: string): void {
    const error = new Error(`the scanner thread ended in the middle of its work: ${reason}`);
    clearInterval(this.#watch);
    this.#worker = undefined;
    this.#settle();
    for (const _ of this.#told.splice(0)) this.#fail(error);
    if (this.#isClosed || this.#writer.count === 0) return;
    // One that had nothing to do ends with 0; a body may have come in that very moment.
    if (code === 0) {
      this.#start();
      return;
    }
    this.#counts.died += 1;
    this.#giveUpFirst(error);
    this.#startLater();
  }

  /** The first one is what the thread was at: it costs none of the others. */
  #giveUpFirst(error: Error): void {
    this.#writer.drop();
    this.#fail(error);
  }

  #fail(error: Error): void {
    this.#counts.failed += 1;
    this.#onFailure(error);
  }
}
