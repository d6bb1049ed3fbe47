/** How many keys' worth the keys share that are not kept. */
const SHARED = 16;

/**
 * Counts by key in windows that begin together. Within a window no count is forgotten, however many keys
 * somebody makes up: those that there is no memory for share one count.
 */
export class WindowCounts {
  readonly #windowMs: number;
  readonly #most: number;
  readonly #keys: number;
  #window = 0;
  #counts = new Map<string, number>();
  #shared = 0;

  constructor(options: {
    readonly windowMs: number;
    readonly most: number;
    readonly keys: number;
  }) {
    this.#windowMs = options.windowMs;
    this.#most = options.most;
    this.#keys = options.keys;
  }

  /** Counts one more; false when the key has had its share of this window. */
  take(key: string, now: number): boolean {
    if (this.isSpent(key, now)) return false;
    const count = this.#countOf(key);
    if (count === undefined) this.#shared += 1;
    else this.#counts.set(key, count + 1);
    return true;
  }

  /** Whether the key has had its share of this window. */
  isSpent(key: string, now: number): boolean {
    this.#moveTo(now);
    const count = this.#countOf(key);
    return count === undefined ? this.#shared >= this.#most * SHARED : count >= this.#most;
  }

  /** Undefined when there is no memory for the key. */
  #countOf(key: string): number | undefined {
    return this.#counts.get(key) ?? (this.#counts.size < this.#keys ? 0 : undefined);
  }

  #moveTo(now: number): void {
    const window = Math.floor(now / this.#windowMs);
    if (window === this.#window) return;
    this.#window = window;
    this.#shared = 0;
    if (this.#counts.size > 0) this.#counts = new Map();
  }
}
