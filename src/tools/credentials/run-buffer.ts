import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';

/** Fingerprints in memory, to be sorted. One is eight bytes: the low word, then the high one. */
export class RunBuffer {
  readonly capacity: number;
  readonly #words: Uint32Array;
  #length = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.#words = new Uint32Array(2 * capacity);
  }

  get length(): number {
    return this.#length;
  }

  get isFull(): boolean {
    return this.#length === this.capacity;
  }

  add(high: number, low: number): void {
    this.#words[2 * this.#length] = low;
    this.#words[2 * this.#length + 1] = high;
    this.#length += 1;
  }

  clear(): void {
    this.#length = 0;
  }

  /** Sorts, and leaves repetitions out. The engine sorts 64-bit integers without making any. */
  sort(): void {
    const words = this.#words;
    new BigUint64Array(words.buffer, 0, this.#length).sort();
    let kept = 0;
    for (let at = 0; at < 2 * this.#length; at += 2) {
      const low = words[at] ?? 0;
      const high = words[at + 1] ?? 0;
      if (kept > 0 && words[kept - 2] === low && words[kept - 1] === high) continue;
      words[kept++] = low;
      words[kept++] = high;
    }
    this.#length = kept / 2;
  }

  forEach(each: (high: number, low: number) => void): void {
    for (let at = 0; at < 2 * this.#length; at += 2) {
      each(this.#words[at + 1] ?? 0, this.#words[at] ?? 0);
    }
  }

  /** The file is there as a whole or not at all. */
  writeTo(path: string): void {
    const bytes = new Uint8Array(this.#words.buffer, 0, 8 * this.#length);
    const draft = `${path}.draft`;
    const descriptor = openSync(draft, 'w', 0o600);
    try {
      for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(draft, path);
  }
}
