export type StoredCounts = Readonly<Record<string, number>>;

/** Counts values. Those beyond the limit are counted together, so that the sum is always that of all values. */
export class BoundedCounts {
  static readonly OTHER = 'other';

  readonly #most: number;
  readonly #counts = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  add(value: string, count: number): void {
    const before = this.#counts.get(value);
    if (before !== undefined) this.#counts.set(value, before + count);
    else if (this.#counts.size < this.#most) this.#counts.set(value, count);
    else this.#addOther(count);
  }

  addAll(counts: StoredCounts): void {
    for (const [value, count] of Object.entries(counts)) {
      if (value === BoundedCounts.OTHER) this.#addOther(count);
      else this.add(value, count);
    }
  }

  stored(): StoredCounts {
    return Object.fromEntries(this.#counts);
  }

  #addOther(count: number): void {
    this.#counts.set(BoundedCounts.OTHER, (this.#counts.get(BoundedCounts.OTHER) ?? 0) + count);
  }
}
