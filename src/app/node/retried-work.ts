import { type BackoffPolicy, backoffDelay } from '../../kernel/backoff.ts';
import type { Clock } from '../../kernel/clock.ts';

const BACKOFF: BackoffPolicy = { firstMs: 500, maxMs: 10_000, factor: 2 };

/**
 * Runs work on request, never concurrently, and retries it until it succeeds. Requests during a run cause one further
 * run.
 */
export class RetriedWork {
  readonly #work: () => Promise<void>;
  readonly #clock: Clock;
  /** Called for the first of consecutive failures. */
  readonly #onFailure: (error: unknown) => void;
  readonly #stopping = new AbortController();
  #isRequested = false;
  #running: Promise<void> | undefined;

  constructor(work: () => Promise<void>, clock: Clock, onFailure: (error: unknown) => void) {
    this.#work = work;
    this.#clock = clock;
    this.#onFailure = onFailure;
  }

  request(): void {
    this.#isRequested = true;
    this.#running ??= this.#run();
  }

  /** Resolves when no run is in progress. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let failures = 0;
    // Lets `request` set `#running` before this function can reset it.
    await Promise.resolve();
    while (this.#isRequested && !signal.aborted) {
      this.#isRequested = false;
      try {
        await this.#work();
        failures = 0;
      } catch (error) {
        this.#isRequested = true;
        failures += 1;
        if (failures === 1) this.#onFailure(error);
        await this.#clock.sleep(backoffDelay(BACKOFF, failures), signal).catch(() => {});
      }
    }
    this.#running = undefined;
  }
}
