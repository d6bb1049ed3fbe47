import { tick } from '../tick.ts';

/** Allows an action up to `most` times per second. */
export class PerSecond {
  readonly #most: number;
  readonly #now: () => number;
  #second = 0;
  #done = 0;

  /** `now` is in milliseconds. */
  constructor(most: number, now: () => number = tick) {
    this.#most = most;
    this.#now = now;
  }

  /** Counts one more; false if the maximum of this second is reached. */
  take(): boolean {
    const second = Math.floor(this.#now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#done = 0;
    }
    this.#done += 1;
    return this.#done <= this.#most;
  }
}
