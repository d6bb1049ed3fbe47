import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { ScriptVerdict } from './script-verdict.ts';

export interface ThreadedClassifierOptions {
  /**
   * A script that takes more processor time gets no verdict, and its thread is terminated. Wall-clock time would not depend on the
   * script alone: on a busy machine the thread mostly waits, because it runs with a low priority.
   */
  readonly limitMs?: number;
  /** The longest wall-clock time until the verdict of a script. */
  readonly longestMs?: number;
  /** How long the thread is kept after `close`, for the next script: it takes 200 ms to start. */
  readonly idleMs?: number;
  /** File with releases of libraries that were learned; see `LibraryFiles`. */
  readonly learnedFile?: string;
  /** Entry point of the thread; for tests. */
  readonly thread?: URL;
}

/** Classifies scripts one at a time in a thread, so that they do not block the event loop. */
export class ThreadedClassifier {
  readonly #limitMs: number;
  readonly #longestMs: number;
  readonly #idleMs: number;
  readonly #learnedFile: string | undefined;
  readonly #thread: URL;
  #worker: Worker | undefined;
  #online: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor({
    limitMs = 10_000,
    longestMs = 120_000,
    idleMs = 0,
    learnedFile,
    thread,
  }: ThreadedClassifierOptions = {}) {
    this.#limitMs = limitMs;
    this.#longestMs = longestMs;
    this.#idleMs = idleMs;
    this.#learnedFile = learnedFile;
    this.#thread = thread ?? new URL('./classifier-thread.ts', import.meta.url);
  }

  /** Undefined if the script crashed the thread or took too long, or if the signal aborted. */
  classify(source: string, signal?: AbortSignal): Promise<ScriptVerdict | undefined> {
    const verdict = this.#last.then(() =>
      signal?.aborted ? undefined : this.#request(source, signal),
    );
    this.#last = verdict;
    return verdict;
  }

  /** Ends the thread, at once or after a while without work. It does not keep the process alive. */
  async close(): Promise<void> {
    if (this.#idleMs === 0) return await this.#end();
    this.#worker?.unref();
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#end(), this.#idleMs).unref();
  }

  #start(): Worker {
    const worker = new Worker(this.#thread, {
      resourceLimits: { maxOldGenerationSizeMb: 512 },
      workerData: { learnedFile: this.#learnedFile },
    });
    // The thread may also end while no verdict is pending.
    worker.on('error', () => {});
    this.#online = once(worker, 'online');
    this.#online.catch(() => {});
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  async #request(source: string, given?: AbortSignal): Promise<ScriptVerdict | undefined> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    this.#worker.ref();
    const done = new AbortController();
    const signals = [done.signal, AbortSignal.timeout(this.#longestMs), ...(given ? [given] : [])];
    const signal = AbortSignal.any(signals);
    try {
      const message = once(this.#worker, 'message', { signal });
      this.#worker.postMessage(source);
      const [verdict] = await Promise.race([message, this.#untilSpent(this.#worker, signal)]);
      return verdict as ScriptVerdict;
    } catch {
      // The thread is in an unknown state; the next script gets a new one.
      await this.#end();
      return undefined;
    } finally {
      done.abort();
    }
  }

  /** Rejects when the script has used up its processor time. */
  async #untilSpent(worker: Worker, signal: AbortSignal): Promise<never> {
    // A thread has no usage before it runs, and on a busy machine it may take longer than the limit to start.
    await this.#online;
    const usedBefore = await usedMs(worker);
    let used = 0;
    while (used < this.#limitMs) {
      await pause(this.#limitMs - used, undefined, { signal });
      used = (await usedMs(worker)) - usedBefore;
    }
    throw new Error('too long');
  }
}

async function usedMs(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage();
  return (user + system) / 1000;
}
