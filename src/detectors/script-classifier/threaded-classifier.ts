import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ScriptVerdict } from './script-verdict.ts';

export interface ThreadedClassifierOptions {
  /** A script that takes longer gets no verdict, and its thread is terminated. */
  readonly timeoutMs?: number;
  /** How long the thread is kept after `close`, for whoever classifies next: it takes 200 ms to start. */
  readonly idleMs?: number;
  /** Entry point of the thread; for tests. */
  readonly thread?: URL;
}

/** Classifies scripts one at a time in a thread, so that they do not block the event loop. */
export class ThreadedClassifier {
  readonly #timeoutMs: number;
  readonly #idleMs: number;
  readonly #thread: URL;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ timeoutMs = 10_000, idleMs = 0, thread }: ThreadedClassifierOptions = {}) {
    this.#timeoutMs = timeoutMs;
    this.#idleMs = idleMs;
    this.#thread = thread ?? new URL('./classifier-thread.ts', import.meta.url);
  }

  /** Undefined if the script crashed the thread or took too long. */
  classify(source: string): Promise<ScriptVerdict | undefined> {
    const verdict = this.#last.then(() => this.#ask(source));
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
    const worker = new Worker(this.#thread, { resourceLimits: { maxOldGenerationSizeMb: 512 } });
    // It may also end while nobody waits for a verdict.
    worker.on('error', () => {});
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

  async #ask(source: string): Promise<ScriptVerdict | undefined> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    this.#worker.ref();
    try {
      const message = once(this.#worker, 'message', {
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
      this.#worker.postMessage(source);
      const [verdict] = await message;
      return verdict as ScriptVerdict;
    } catch {
      // The thread is in an unknown state; the next script gets a new one.
      await this.#end();
      return undefined;
    }
  }
}
