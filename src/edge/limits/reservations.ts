/** Weights of requests in flight by key. An entry exists only while such a request does, so memory is bounded. */
export class Reservations {
  readonly #weights = new Map<string, number>();

  of(key: string): number {
    return this.#weights.get(key) ?? 0;
  }

  add(key: string, weight: number): void {
    this.#weights.set(key, this.of(key) + weight);
  }

  remove(key: string, weight: number): void {
    const rest = this.of(key) - weight;
    if (rest > 0) this.#weights.set(key, rest);
    else this.#weights.delete(key);
  }
}
