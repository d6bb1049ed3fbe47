/** Pairs of a step and the number of durations in it. */
export type StoredHistogram = readonly (readonly [step: number, count: number])[];

export interface DurationSummary {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Each step ends 10 % later than the one before, so percentiles are at most 10 % too high. */
const GROWTH = Math.log(1.1);
/** The step of durations of a day and more. */
const LAST_STEP = Math.ceil(Math.log(86_400_000) / GROWTH);

/** Counts durations by steps, so that the percentiles of several histograms together can be computed. */
export class DurationHistogram {
  readonly #counts = new Map<number, number>();

  add(ms: number): void {
    this.#addStep(ms <= 1 ? 0 : Math.min(LAST_STEP, Math.ceil(Math.log(ms) / GROWTH)), 1);
  }

  addAll(histogram: StoredHistogram): void {
    for (const [step, count] of histogram) this.#addStep(step, count);
  }

  stored(): StoredHistogram {
    return [...this.#counts].sort(([a], [b]) => a - b);
  }

  /** Undefined if there are no durations. */
  summary(): DurationSummary | undefined {
    const steps = this.stored();
    const count = steps.reduce((sum, [, each]) => sum + each, 0);
    if (count === 0) return undefined;
    const percentile = (share: number) => {
      let below = 0;
      for (const [step, each] of steps) {
        below += each;
        if (below >= share * count) return Math.round(Math.exp(step * GROWTH));
      }
      return 0;
    };
    return { count, p50: percentile(0.5), p95: percentile(0.95), p99: percentile(0.99) };
  }

  #addStep(step: number, count: number): void {
    this.#counts.set(step, (this.#counts.get(step) ?? 0) + count);
  }
}
