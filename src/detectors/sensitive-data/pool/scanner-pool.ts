import type { ScanJob, ScanResult } from './scan-job.ts';
import { ScannerSlot } from './scanner-slot.ts';

export interface ScannerPoolOptions {
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
  readonly resolve: (result: ScanResult) => void;
  readonly reject: (error: Error) => void;
}

const MEBIBYTE = 1024 ** 2;

/**
 * Looks through bodies in threads, away from the traffic. What does not fit into the queue is dropped
 * at once and counted: detection may miss a body, traffic never waits. Threads start with the first job.
 */
export class ScannerPool {
  readonly #slots: readonly ScannerSlot[];
  readonly #maxQueued: number;
  readonly #maxQueuedBytes: number;
  readonly #queue: Waiting[] = [];
  #queuedBytes = 0;
  #counts = { accepted: 0, finished: 0, failed: 0, dropped: 0 };
  #isClosed = false;

  constructor(options: ScannerPoolOptions = {}) {
    const { threads = 1, maxQueued = 64, maxQueuedBytes = 16 * MEBIBYTE } = options;
    const { timeoutMs = 10_000, idleMs = 60_000 } = options;
    const thread = options.thread ?? new URL('./scanner-thread.ts', import.meta.url);
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

  /** Undefined when the job was dropped. Rejects when the thread died or took too long. */
  submit(job: ScanJob): Promise<ScanResult> | undefined {
    const slot = this.#slots.find(({ isFree }) => isFree);
    if (this.#isClosed || (slot === undefined && !this.#hasRoom(job.bytes.length))) {
      this.#counts.dropped += 1;
      return undefined;
    }
    this.#counts.accepted += 1;
    return new Promise((resolve, reject) => {
      const waiting = { job, resolve, reject };
      if (slot !== undefined) this.#run(slot, waiting);
      else {
        this.#queue.push(waiting);
        this.#queuedBytes += job.bytes.length;
      }
    });
  }

  /** Ends all threads; jobs that are not done are rejected. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#queue.splice(0)) {
      this.#counts.failed += 1;
      reject(new Error('the scanner pool was closed'));
    }
    this.#queuedBytes = 0;
    await Promise.all(this.#slots.map((slot) => slot.close()));
  }

  #hasRoom(bytes: number): boolean {
    return (
      this.#queue.length < this.#maxQueued && this.#queuedBytes + bytes <= this.#maxQueuedBytes
    );
  }

  async #run(slot: ScannerSlot, { job, resolve, reject }: Waiting): Promise<void> {
    try {
      const result = await slot.run(job);
      this.#counts.finished += 1;
      resolve(result);
    } catch (error) {
      this.#counts.failed += 1;
      reject(error as Error); // slots reject with errors only
    }
    const next = this.#isClosed ? undefined : this.#queue.shift();
    if (next === undefined) return;
    this.#queuedBytes -= next.job.bytes.length;
    await this.#run(slot, next);
  }
}
