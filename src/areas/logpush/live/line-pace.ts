import type { Clock } from '../../../kernel/clock.ts';

/** More than a person can read, and few enough for a browser and the API. */
const LINES_PER_SECOND = 1_000;

/** A rate limit for lines. The sample interval of each shown line counts the lines that were skipped before it. */
export class LinePace {
  readonly #clock: Clock;
  readonly #sample: number;
  #second = 0;
  #shown = 0;
  #skipped = 0;

  /** `sample` is the sample interval of the lines before this limit. */
  constructor(clock: Clock, sample: number) {
    this.#clock = clock;
    this.#sample = sample;
  }

  /** The sample interval of the next line; undefined if it must be skipped. */
  next(): number | undefined {
    const second = Math.floor(this.#clock.tick() / 1_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#shown = 0;
    }
    if (this.#shown === LINES_PER_SECOND) return this.skip();
    this.#shown += 1;
    const interval = this.#sample * (this.#skipped + 1);
    this.#skipped = 0;
    return interval;
  }

  /** Counts a line that the client cannot receive. */
  skip(): undefined {
    this.#skipped += 1;
    return undefined;
  }
}
