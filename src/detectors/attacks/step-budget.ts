/** Counts the work for one request in characters looked at, so that cost does not depend on the machine. */
export class StepBudget {
  #left: number;
  readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
    this.#left = limit;
  }

  get used(): number {
    return this.limit - Math.max(0, this.#left);
  }

  get isExhausted(): boolean {
    return this.#left <= 0;
  }

  /** Whether the work may be done. Once the budget is exhausted, the rest of the request is not inspected. */
  take(steps: number): boolean {
    this.#left -= steps;
    return this.#left > 0;
  }
}
