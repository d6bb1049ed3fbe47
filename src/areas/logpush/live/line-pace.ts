import type { Clock } from '../../../kernel/clock.ts';

/** More than a person can read, and less than a browser or the API would suffer from. */
const LINES_PER_SECOND = 1_000;

/** Thins lines out where there are too many of them. Each that is shown says how many it stands for. */
export class LinePace {
  readonly #clock: Clock;
  readonly #sample: number;
  #second = 0;
  #shown = 0;
  #skipped = 0;

  /** `sample`: how many lines each of them stands for already. */
  constructor(clock: Clock, sample: number) {
    this.#clock = clock;
    this.#sample = sample;
  }

  /** For how many lines the next one stands; undefined if it is not shown. */
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

  /** The next line cannot be shown. */
  skip(): undefined {
    this.#skipped += 1;
    return undefined;
  }
}
