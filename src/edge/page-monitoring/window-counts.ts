import { BoundedMap } from '../../kernel/bounded-map.ts';

interface Count {
  window: number;
  count: number;
}

/** Counts by key in windows that begin together; of too many keys those not seen for long are forgotten. */
export class WindowCounts {
  readonly #windowMs: number;
  readonly #most: number;
  readonly #counts: BoundedMap<string, Count>;

  constructor(options: {
    readonly windowMs: number;
    readonly most: number;
    readonly keys: number;
  }) {
    this.#windowMs = options.windowMs;
    this.#most = options.most;
    this.#counts = new BoundedMap(options.keys);
  }

  /** Counts one more; false when the key has had its share of this window. */
  take(key: string, now: number): boolean {
    const window = Math.floor(now / this.#windowMs);
    const known = this.#counts.get(key);
    if (!known) {
      this.#counts.set(key, { window, count: 1 });
      return true;
    }
    if (known.window !== window) {
      known.window = window;
      known.count = 0;
    }
    if (known.count >= this.#most) return false;
    known.count += 1;
    return true;
  }
}
