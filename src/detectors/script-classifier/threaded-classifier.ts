import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ScriptVerdict } from './script-verdict.ts';

export interface ThreadedClassifierOptions {
  /** A script that takes longer is given up, and the thread with it. */
  readonly timeoutMs?: number;
  /** Module that the thread runs; for tests. */
  readonly thread?: URL;
}

/** Classifies scripts in a thread of its own, one at a time, away from everything that must answer soon. */
export class ThreadedClassifier {
  readonly #timeoutMs: number;
  readonly #thread: URL;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ timeoutMs = 10_000, thread }: ThreadedClassifierOptions = {}) {
    this.#timeoutMs = timeoutMs;
    this.#thread = thread ?? new URL('./classifier-thread.ts', import.meta.url);
  }

  /** Undefined when the thread died of the script, or took too long. */
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
      const answer = once(this.#worker, 'message', {
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
      this.#worker.postMessage(source);
      const [verdict] = await answer;
      return verdict as ScriptVerdict;
    } catch {
      // The thread is in an unknown state; the next script gets a new one.
      await this.close();
      return undefined;
    }
  }
}
