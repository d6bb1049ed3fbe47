import { setImmediate } from 'node:timers/promises';

/** Work that may pause wherever it yields. */
export type Steps<Result> = Generator<void, Result, void>;

/** Does long work in short slices, so that everything else of the process gets its turn in between. */
export class TimeSlices {
  readonly #sliceMs: number;
  #sliceEnd = 0;

  constructor(sliceMs: number) {
    this.#sliceMs = sliceMs;
  }

  /** A slice may hold several short pieces of work, and is longer than it should be by at most one step. */
  async run<Result>(steps: Steps<Result>): Promise<Result> {
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      if (performance.now() < this.#sliceEnd) continue;
      await setImmediate();
      this.#sliceEnd = performance.now() + this.#sliceMs;
    }
  }
}
