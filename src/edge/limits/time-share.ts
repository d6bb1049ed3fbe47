const SECOND_MS = 1_000;

/**
 * Limits the time that a kind of work takes to a fraction of every second. Running work is not interrupted; time beyond
 * the share is deducted from the next seconds.
 */
export class TimeShare {
  readonly #msPerSecond: number;
  readonly #now: () => number;
  #second = 0;
  #spentMs = 0;

  /** `part` is the fraction of a second, 0 to 1; `now` is in milliseconds. */
  constructor(part: number, now: () => number) {
    this.#msPerSecond = part * SECOND_MS;
    this.#now = now;
  }

  /** Whether work may begin. Less urgent work may use only a part of the share. */
  hasTime(partOfShare = 1): boolean {
    this.#turnTo(Math.floor(this.#now() / SECOND_MS));
    return this.#spentMs < this.#msPerSecond * partOfShare;
  }

  /** Runs work and counts its time, until it returns or throws. */
  run<Result>(work: () => Result): Result {
    const start = this.#now();
    try {
      return work();
    } finally {
      const end = this.#now();
      this.#turnTo(Math.floor(end / SECOND_MS));
      this.#spentMs += end - start;
    }
  }

  #turnTo(second: number): void {
    const passed = second - this.#second;
    if (passed === 0) return;
    this.#second = second;
    this.#spentMs = Math.max(0, this.#spentMs - passed * this.#msPerSecond);
  }
}
