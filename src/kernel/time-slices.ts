import { setImmediate } from 'node:timers/promises';
import { type Clock, systemClock } from './clock.ts';

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
  /** How long the thread rests after a slice; without it, the event loop runs once and the work continues. */
  readonly restMs?: number;
}

/** Does long work in short slices, so that it does not block the event loop. */
export class TimeSlices {
  readonly #times: SliceTimes;
  readonly #clock: Pick<Clock, 'tick' | 'sleep'>;
  #sliceEnd = 0;

  constructor(times: SliceTimes, clock: Pick<Clock, 'tick' | 'sleep'> = systemClock) {
    this.#times = times;
    this.#clock = clock;
  }

  /** A slice may hold several short pieces of work, and exceeds its time by at most one step. */
  async run<Result>(steps: Steps<Result>): Promise<Result> {
    if (this.#clock.tick() >= this.#sliceEnd) this.#begin();
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      if (this.#clock.tick() < this.#sliceEnd) continue;
      await this.#pause();
      this.#begin();
    }
  }

  #begin(): void {
    this.#sliceEnd = this.#clock.tick() + this.#times.workMs;
  }

  #pause(): Promise<void> {
    const { restMs } = this.#times;
    return restMs === undefined ? setImmediate() : this.#clock.sleep(restMs);
  }
}
