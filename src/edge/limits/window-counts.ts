import { hashText } from '../../kernel/hash-text.ts';

/** Counts for keys that are not kept, each shared by those that meet there: a power of two. */
const SLOTS = 65_536;

/**
 * Counts by key in windows that begin together. Within a window no count is forgotten, however many keys
 * somebody makes up: those that there is no memory for share counts. A crowd of visitors who say little
 * each is spread over many of them.
 */
export class WindowCounts {
  readonly #windowMs: number;
  readonly #most: number;
  readonly #keys: number;
  #window = 0;
  #counts = new Map<string, number>();
  #shared: Uint32Array | undefined;

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
    if (this.#isKept(key)) {
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    } else {
      this.#shared ??= new Uint32Array(SLOTS);
      const slot = slotOf(key);
      this.#shared[slot] = (this.#shared[slot] ?? 0) + 1;
    }
    return true;
  }

  /** Whether the key has had its share of this window. */
  isSpent(key: string, now: number): boolean {
    this.#moveTo(now);
    const count = this.#isKept(key) ? this.#counts.get(key) : this.#shared?.[slotOf(key)];
    return (count ?? 0) >= this.#most;
  }

  /** Whether the key has a count of its own, or may have one. */
  #isKept(key: string): boolean {
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

const slotOf = (key: string): number => hashText(key) & (SLOTS - 1);
