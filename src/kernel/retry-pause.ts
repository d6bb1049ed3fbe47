import { type BackoffPolicy, backoffDelay } from './backoff.ts';
import type { Clock } from './clock.ts';
import { WakeableSleep } from './wakeable-sleep.ts';

/** Growing pauses between attempts that fail. */
export class RetryPause {
  readonly #policy: BackoffPolicy;
  readonly #sleep: WakeableSleep;
  #failures = 0;

  constructor(policy: BackoffPolicy, clock: Clock) {
    this.#policy = policy;
    this.#sleep = new WakeableSleep(clock);
  }

  /** How many attempts have failed since the last success. */
  get failures(): number {
    return this.#failures;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  async afterFailure(): Promise<void> {
    await this.#sleep.sleep(backoffDelay(this.#policy, ++this.#failures));
  }

  /** The cause of failures is gone: ends the pause, or the next one if an attempt still runs, and begins again with short pauses. */
  retryNow(): void {
    this.#failures = 0;
    this.#sleep.wake();
  }
}
