import { setImmediate, setTimeout as wait } from 'node:timers/promises';

/** Work that may pause wherever it yields. */
export type Steps<Result> = Generator<void, Result, void>;

/** Does all of the work at once. */
export function finished<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

export interface SliceTimes {
  readonly workMs: number;
  /** How long the thread rests after a slice; without it, whatever is ready has its turn and the work goes on. */
  readonly restMs?: number;
}

/** Does long work in short slices, so that everything else of the process gets its turn in between. */
export class TimeSlices {
  readonly #times: SliceTimes;
  #sliceEnd = 0;

  constructor(times: SliceTimes) {
    this.#times = times;
  }

  /** A slice may hold several short pieces of work, and is longer than it should be by at most one step. */
  async run<Result>(steps: Steps<Result>): Promise<Result> {
    if (performance.now() >= this.#sliceEnd) this.#begin();
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      if (performance.now() < this.#sliceEnd) continue;
      await this.#pause();
      this.#begin();
    }
  }

  #begin(): void {
    this.#sliceEnd = performance.now() + this.#times.workMs;
  }

  #pause(): Promise<unknown> {
    const { restMs } = this.#times;
    return restMs === undefined ? setImmediate() : wait(restMs);
  }
}
