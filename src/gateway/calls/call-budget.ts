/** Blocks of one call whose headers are compared with those of other upstreams. */
const MAX_COMPARISONS = 4;

/** The upstream calls that one call may cause, retries included. Each is charged to the rate limit of the client. */
export class CallBudget {
  #left: number;
  #comparisons = MAX_COMPARISONS;
  #hasBegun = false;
  readonly #charge: (calls: number) => void;

  constructor(calls: number, charge: (calls: number) => void) {
    this.#left = calls;
    this.#charge = charge;
  }

  get isSpent(): boolean {
    return this.#left <= 0;
  }

  /** False if the budget is spent. */
  take(): boolean {
    if (this.isSpent) return false;
    this.#left -= 1;
    // The call itself was charged when it arrived.
    if (this.#hasBegun) this.#charge(1);
    this.#hasBegun = true;
    return true;
  }

  /** How many of these blocks may be compared. */
  takeComparisons(wanted: number): number {
    const taken = Math.min(wanted, this.#comparisons);
    this.#comparisons -= taken;
    return taken;
  }
}
