import { hashText } from '../kernel/hash-text.ts';

/** Samples lines by a hash of a seed and their position in the spool, so that a repeat selects the same lines. */
export class Sampler {
  readonly #seed: number;
  /** Lines with a hash below this are selected. */
  readonly #limit: number;

  constructor(seed: string, rate: number) {
    this.#seed = hashText(seed);
    this.#limit = rate * 2 ** 32;
  }

  /** Returns the selected lines. `first`: the number of line 0 in the spool. */
  choose(lines: Uint32Array, stream: string, first: number): Uint32Array {
    if (this.#limit === 2 ** 32) return lines;
    const seed = hashText(stream, this.#seed);
    return lines.filter((line) => hashNumber(first + line, seed) < this.#limit);
  }
}

/** Numbers up to 2^53 spread over 0 to 2^32 - 1. */
function hashNumber(number: number, seed: number): number {
  let hash = Math.imul(seed ^ (number >>> 0), 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15) ^ Math.floor(number / 2 ** 32), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
