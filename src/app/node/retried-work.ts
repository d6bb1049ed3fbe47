import type { BackoffPolicy } from '../../kernel/backoff.ts';
import type { Clock } from '../../kernel/clock.ts';
import { RetryPause } from '../../kernel/retry-pause.ts';

const BACKOFF: BackoffPolicy = { firstMs: 500, maxMs: 10_000, factor: 2 };

/**
 * Runs work on request, never concurrently, and retries it until it succeeds. Requests during a run cause one further
 * run.
 */
export class RetriedWork {
  readonly #work: () => Promise<void>;
  readonly #retry: RetryPause;
  /** Called for the first of consecutive failures. */
  readonly #onFailure: (error: unknown) => void;
  readonly #stopping = new AbortController();
  #isRequested = false;
  #running: Promise<void> | undefined;

  constructor(work: () => Promise<void>, clock: Clock, onFailure: (error: unknown) => void) {
    this.#work = work;
    this.#retry = new RetryPause(BACKOFF, clock);
    this.#onFailure = onFailure;
  }

  request(): void {
    this.#isRequested = true;
    this.#running ??= this.#run();
  }

  /** Ends the pause after a failure whose cause is gone. */
  retryNow(): void {
    this.#retry.retryNow();
  }

  /** Resolves when no run is in progress. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#retry.retryNow();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    // Lets `request` set `#running` before this function can reset it.
    await Promise.resolve();
    while (this.#isRequested && !signal.aborted) {
      this.#isRequested = false;
      try {
        await this.#work();
        this.#retry.succeeded();
      } catch (error) {
        this.#isRequested = true;
        if (this.#retry.failures === 0) this.#onFailure(error);
        await this.#retry.afterFailure();
      }
    }
    this.#running = undefined;
  }
}
