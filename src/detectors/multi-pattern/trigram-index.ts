import { SYMBOLS, type SymbolSet, symbolsIn } from './symbol-set.ts';
import { SYMBOL_BITS } from './trigrams.ts';

/** Values by three adjacent symbols. Only pairs of symbols that begin one have a row, so that the rows fit into the cache. */
export class TrigramIndex<T> {
  /** Row of each pair of symbols; row 0 is empty. */
  readonly #rows = new Uint16Array(1 << (2 * SYMBOL_BITS));
  readonly #groups: (T[] | undefined)[] = new Array(SYMBOLS).fill(undefined);

  add(first: SymbolSet, second: SymbolSet, third: SymbolSet, value: T): void {
    for (const a of symbolsIn(first)) {
      for (const b of symbolsIn(second)) {
        const row = this.#rowOf((a << SYMBOL_BITS) | b);
        for (const c of symbolsIn(third)) {
          const at = (row << SYMBOL_BITS) | c;
          this.#groups[at] = [...(this.#groups[at] ?? []), value];
        }
      }
    }
  }

  at(first: number, second: number, third: number): readonly T[] | undefined {
    const row = this.#rows[(first << SYMBOL_BITS) | second] as number; // symbols are in range
    return row === 0 ? undefined : this.#groups[(row << SYMBOL_BITS) | third];
  }

  #rowOf(pair: number): number {
    const known = this.#rows[pair];
    if (known) return known;
    const row = this.#groups.length >> SYMBOL_BITS;
    this.#rows[pair] = row;
    for (let symbol = 0; symbol < SYMBOLS; symbol += 1) this.#groups.push(undefined);
    return row;
  }
}
