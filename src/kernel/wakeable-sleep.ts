import type { Clock } from './clock.ts';

/**
 * A sleep that `wake` ends early, for loops that poll for work. If no sleep is pending when `wake` is called, the
 * next one ends at once, so that no call is missed between polling and sleeping.
 */
export class WakeableSleep {
  readonly #clock: Clock;
  #isWoken = false;
  #sleeping = new AbortController();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  wake(): void {
    this.#isWoken = true;
    this.#sleeping.abort();
  }

  async sleep(ms: number): Promise<void> {
    if (!this.#isWoken) {
      if (this.#sleeping.signal.aborted) this.#sleeping = new AbortController();
      await this.#clock.sleep(ms, this.#sleeping.signal).catch(() => {});
    }
    this.#isWoken = false;
  }
}
