import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ScriptVerdict } from './script-verdict.ts';

export interface ThreadedClassifierOptions {
  /** A script that takes longer gets no verdict, and its thread is terminated. */
  readonly timeoutMs?: number;
  /** Entry point of the thread; for tests. */
  readonly thread?: URL;
}

/** Classifies scripts one at a time in a thread, so that they do not block the event loop. */
export class ThreadedClassifier {
  readonly #timeoutMs: number;
  readonly #thread: URL;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ timeoutMs = 10_000, thread }: ThreadedClassifierOptions = {}) {
    this.#timeoutMs = timeoutMs;
    this.#thread = thread ?? new URL('./classifier-thread.ts', import.meta.url);
  }

  /** Undefined if the script crashed the thread or took too long. */
  classify(source: string): Promise<ScriptVerdict | undefined> {
    const verdict = this.#last.then(() => this.#ask(source));
    this.#last = verdict;
    return verdict;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
  }

  async #ask(source: string): Promise<ScriptVerdict | undefined> {
    this.#worker ??= new Worker(this.#thread, { resourceLimits: { maxOldGenerationSizeMb: 512 } });
    try {
      const message = once(this.#worker, 'message', {
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
      this.#worker.postMessage(source);
      const [verdict] = await message;
      return verdict as ScriptVerdict;
    } catch {
      // The thread is in an unknown state; the next script gets a new one.
      await this.close();
      return undefined;
    }
  }
}
