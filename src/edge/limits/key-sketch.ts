import { randomInt } from 'node:crypto';
import { hashText } from '../../kernel/hash-text.ts';

/** Cells per key. With more cells, fewer keys share all of theirs with busier keys. */
const CELLS_PER_KEY = 4;
const MAX_NUMBER = 0xffff_ffff;

/**
 * A count-min sketch with conservative updates: a number per key for more keys than fit into memory. A number is never
 * too low. It is too high only if all cells of the key are shared with other keys.
 */
export class KeySketch {
  readonly #cells: Uint32Array;
  readonly #mask: number;
  /** Random, so that an attacker cannot craft keys that share their cells with a certain visitor. */
  readonly #seeds = [randomInt(2 ** 32), randomInt(2 ** 32)] as const;

  /** The number of cells is a power of two. A cell takes 4 bytes. */
  constructor(cells: number) {
    this.#cells = new Uint32Array(cells);
    this.#mask = cells - 1;
  }

  /** The highest number that the key was raised to, 0 if it never was; higher if it shares all its cells with other keys. */
  read(key: string): number {
    const [first, step] = this.#walk(key);
    let lowest = MAX_NUMBER;
    for (let n = 0; n < CELLS_PER_KEY; n++) {
      lowest = Math.min(lowest, this.#cells[(first + n * step) & this.#mask] ?? 0);
    }
    return lowest;
  }

  /** From now on the key has at least this number. */
  raise(key: string, number: number): void {
    const [first, step] = this.#walk(key);
    const value = Math.min(number, MAX_NUMBER);
    for (let n = 0; n < CELLS_PER_KEY; n++) {
      const cell = (first + n * step) & this.#mask;
      if ((this.#cells[cell] ?? 0) < value) this.#cells[cell] = value;
    }
  }

  /** An odd step, so that the cells of a key differ. */
  #walk(key: string): readonly [first: number, step: number] {
    const [one, other] = this.#seeds;
    return [hashText(key, one), hashText(key, other) | 1];
  }
}
