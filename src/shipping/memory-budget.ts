/** Something whose memory can be freed. */
export interface Relievable {
  /** In bytes. */
  readonly size: number;
  relieve(): void;
}

/** Frees the largest items until the total is within the budget. */
export function keepWithin(budget: number, items: Iterable<Relievable>): void {
  let total = 0;
  for (const { size } of items) total += size;
  if (total <= budget) return;
  const largestFirst = [...items].sort((a, b) => b.size - a.size);
  for (const item of largestFirst) {
    total -= item.size;
    item.relieve();
    if (total <= budget) return;
  }
}
