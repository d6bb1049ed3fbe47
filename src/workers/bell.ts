import type { Clock } from '../kernel/clock.ts';

/** A wait that can be cut short. Ringing while nobody waits ends the next wait at once. */
export class Bell {
  readonly #clock: Clock;
  #rung = false;
  #waiting = new AbortController();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  ring(): void {
    this.#rung = true;
    this.#waiting.abort();
  }

  async wait(ms: number): Promise<void> {
    if (!this.#rung) {
      this.#waiting = new AbortController();
      await this.#clock.sleep(ms, this.#waiting.signal).catch(() => {});
    }
    this.#rung = false;
  }
}
