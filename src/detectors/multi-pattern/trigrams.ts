/**
 * A bit for each combination of three adjacent symbols: whether an anchor or a token may begin there. Unlike the states
 * of an automaton these bits do not depend on each other, so the processor looks up several of them in parallel.
 */
import { type SymbolSet, symbolsIn } from './symbol-set.ts';

/** Symbols take seven bits: all characters beyond ASCII are 0. */
export const SYMBOL_BITS = 7;
const SYMBOL_MASK = (1 << SYMBOL_BITS) - 1;
const TRIGRAM_MASK = (1 << (3 * SYMBOL_BITS)) - 1;

export class Trigrams {
  readonly #bits = new Int32Array((TRIGRAM_MASK + 1) / 32);

  add(first: SymbolSet, second: SymbolSet, third: SymbolSet): void {
    for (const a of symbolsIn(first)) {
      for (const b of symbolsIn(second)) {
        for (const c of symbolsIn(third)) this.addOne(a, b, c);
      }
    }
  }

  addOne(first: number, second: number, third: number): void {
    const key = (first << (2 * SYMBOL_BITS)) | (second << SYMBOL_BITS) | third;
    this.#bits[key >>> 5] = (this.#bits[key >>> 5] ?? 0) | (1 << (key & 31));
  }

  /**
   * Writes the offsets of the last symbols of such trigrams into `offsets` and returns their number. It reads words of
   * four symbols, little-endian as all machines that Node runs on. Every offset is written, and counted only if its bit
   * is set: a branch would be mispredicted too often.
   */
  find(words: Int32Array, from: number, to: number, offsets: Int32Array): number {
    const bits = this.#bits;
    let key = from === 0 ? 0 : keyBefore(words[from - 1] as number);
    let count = 0;
    for (let at = from; at < to; at += 1) {
      const word = words[at] as number; // `to` is inside of the array
      const offset = at << 2;
      key = ((key << SYMBOL_BITS) | (word & SYMBOL_MASK)) & TRIGRAM_MASK;
      offsets[count] = offset;
      count += ((bits[key >>> 5] as number) >>> key) & 1; // shifts take the lowest five bits
      key = ((key << SYMBOL_BITS) | ((word >>> 8) & SYMBOL_MASK)) & TRIGRAM_MASK;
      offsets[count] = offset + 1;
      count += ((bits[key >>> 5] as number) >>> key) & 1;
      key = ((key << SYMBOL_BITS) | ((word >>> 16) & SYMBOL_MASK)) & TRIGRAM_MASK;
      offsets[count] = offset + 2;
      count += ((bits[key >>> 5] as number) >>> key) & 1;
      key = ((key << SYMBOL_BITS) | (word >>> 24)) & TRIGRAM_MASK;
      offsets[count] = offset + 3;
      count += ((bits[key >>> 5] as number) >>> key) & 1;
    }
    return count;
  }
}

/** The last two symbols of a word. */
const keyBefore = (word: number): number =>
  (((word >>> 16) & SYMBOL_MASK) << SYMBOL_BITS) | (word >>> 24);
