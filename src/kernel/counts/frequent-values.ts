export interface FrequentValue {
  readonly value: string;
  readonly count: number;
}

/** The stored form of a summary. */
export interface StoredFrequentValues {
  readonly counts: readonly (readonly [value: string, count: number])[];
  /** By how much each count may be too low. */
  readonly missed: number;
}

/**
 * Counts the most frequent of many values in bounded memory (a Misra–Gries summary). With more distinct values than
 * `most`, the count of each value is too low by at most the sum of all counts divided by `most`, and less frequent values
 * are missing. Summaries of parts can be added up.
 */
export class FrequentValues {
  readonly #most: number;
  readonly #counts = new Map<string, number>();
  #missed = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get isExact(): boolean {
    return this.#missed === 0;
  }

  add(value: string, count: number): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + count);
    // Room for twice as many, so that the values are sorted only once for `most` new ones.
    if (this.#counts.size > 2 * this.#most) this.#reduce();
  }

  addAll({ counts, missed }: StoredFrequentValues): void {
    for (const [value, count] of counts) this.add(value, count);
    this.#missed += missed;
  }

  /** The largest counts first; equal counts are ordered by value. */
  top(most: number): FrequentValue[] {
    return [...this.#counts]
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .slice(0, most)
      .map(([value, count]) => ({ value, count }));
  }

  stored(): StoredFrequentValues {
    this.#reduce();
    return { counts: [...this.#counts], missed: this.#missed };
  }

  /** Subtracts the largest count that has no room from all, which removes it and all smaller ones. */
  #reduce(): void {
    const { size } = this.#counts;
    if (size <= this.#most) return;
    // The smallest are first.
    const count = Float64Array.from(this.#counts.values()).sort()[size - this.#most - 1] ?? 0;
    this.#missed += count;
    for (const [value, before] of this.#counts) {
      if (before > count) this.#counts.set(value, before - count);
      else this.#counts.delete(value);
    }
  }
}
