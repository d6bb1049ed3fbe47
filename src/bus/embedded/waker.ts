import type { Clock } from '../../kernel/clock.ts';

/** Lets a loop rest until it is called or some time has passed, without missing a call in between. */
export class Waker {
  readonly #clock: Clock;
  #called = false;
  #resolve: () => void = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  wake(): void {
    this.#called = true;
    this.#resolve();
  }

  /** Forgets earlier calls. To be done before looking for work, not after. */
  reset(): void {
    this.#called = false;
  }

  async rest(ms: number): Promise<void> {
    if (this.#called) return;
    const cancel = new AbortController();
    const called = new Promise<void>((resolve) => {
      this.#resolve = resolve;
    });
    const elapsed = this.#clock.sleep(ms, cancel.signal).catch(() => {});
    await Promise.race([called, elapsed]);
    cancel.abort();
  }
}
