import { KeySketch } from './key-sketch.ts';

/** 4 MB for each window. */
const CELLS = 2 ** 20;

/**
 * Counts of keys in sliding windows of one length that begin together, in bounded memory. A count is never too low. The
 * previous window counts in proportion to its remaining overlap.
 */
export class SlidingCounts {
  readonly #periodMs: number;
  #window = 0;
  #current: KeySketch | undefined;
  #previous: KeySketch | undefined;

  constructor(periodMs: number) {
    this.#periodMs = periodMs;
  }

  add(key: string, count: number, now: number): void {
    this.#turnTo(now);
    this.#current ??= new KeySketch(CELLS);
    this.#current.raise(key, this.#current.read(key) + count);
  }

  read(key: string, now: number): number {
    this.#turnTo(now);
    const counted = this.#current?.read(key) ?? 0;
    if (!this.#previous) return counted;
    const rest = 1 - (now % this.#periodMs) / this.#periodMs;
    return counted + this.#previous.read(key) * rest;
  }

  isEmpty(now: number): boolean {
    this.#turnTo(now);
    return !this.#current && !this.#previous;
  }

  #turnTo(now: number): void {
    const window = Math.floor(now / this.#periodMs);
    if (window === this.#window) return;
    this.#previous = window === this.#window + 1 ? this.#current : undefined;
    this.#current = undefined;
    this.#window = window;
  }
}
