import { tick } from '../tick.ts';

/** Allows something so many times per second. */
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

  /** Whether it is allowed once more in this second. */
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
