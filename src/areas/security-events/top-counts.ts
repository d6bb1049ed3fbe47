/** Maximum number of distinct values. A scanner may request a million paths. */
const MOST_VALUES = 50_000;

export interface TopCount {
  readonly value: string;
  readonly count: number;
}

/**
 * Counts values in bounded memory. If there are too many distinct ones, the rarer half is dropped, and the counts
 * are lower bounds.
 */
export class TopCounts {
  readonly #most: number;
  readonly #counts = new Map<string, number>();
  #isExact = true;

  constructor(most = MOST_VALUES) {
    this.#most = most;
  }

  get isExact(): boolean {
    return this.#isExact;
  }

  add(value: string, count: number): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + count);
    if (this.#counts.size > this.#most) this.#forgetRare();
  }

  /** The largest counts first; equal counts are ordered by value. */
  top(most: number): TopCount[] {
    return this.#sorted().slice(0, most);
  }

  #forgetRare(): void {
    for (const { value } of this.#sorted().slice(this.#most / 2)) this.#counts.delete(value);
    this.#isExact = false;
  }

  #sorted(): TopCount[] {
    const all = [...this.#counts].map(([value, count]) => ({ value, count }));
    return all.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  }
}
