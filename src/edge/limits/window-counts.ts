import { KeySketch } from './key-sketch.ts';

/** 256 KB for the counts of keys without an entry of their own. */
const SHARED_CELLS = 2 ** 16;

/**
 * Counts by key in windows that begin together. Within a window no count is lost, however many keys a client invents:
 * keys that arrive while there is no space share counts, which are never too low.
 */
export class WindowCounts {
  readonly #windowMs: number;
  readonly #most: number;
  readonly #keys: number;
  #window = 0;
  #counts = new Map<string, number>();
  #shared: KeySketch | undefined;

  constructor(options: {
    readonly windowMs: number;
    readonly most: number;
    readonly keys: number;
  }) {
    this.#windowMs = options.windowMs;
    this.#most = options.most;
    this.#keys = options.keys;
  }

  /** Counts one more; false if the key has used up its quota of this window. */
  take(key: string, now: number): boolean {
    if (this.isSpent(key, now)) return false;
    if (this.#hasOwnCount(key)) {
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    } else {
      this.#shared ??= new KeySketch(SHARED_CELLS);
      this.#shared.raise(key, this.#shared.read(key) + 1);
    }
    return true;
  }

  /** Whether the key has used up its quota of this window. */
  isSpent(key: string, now: number): boolean {
    return this.count(key, now) >= this.#most;
  }

  count(key: string, now: number): number {
    this.#moveTo(now);
    const count = this.#hasOwnCount(key) ? this.#counts.get(key) : this.#shared?.read(key);
    return count ?? 0;
  }

  /** Whether the key has a count of its own, or there is space for one. */
  #hasOwnCount(key: string): boolean {
    return this.#counts.size < this.#keys || this.#counts.has(key);
  }

  #moveTo(now: number): void {
    const window = Math.floor(now / this.#windowMs);
    if (window === this.#window) return;
    this.#window = window;
    this.#shared = undefined;
    if (this.#counts.size > 0) this.#counts = new Map();
  }
}
