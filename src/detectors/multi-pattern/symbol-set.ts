/**
 * Sets of symbols as bits: one for each ASCII character, and bit 0 (NUL) for all other characters. Patterns do not
 * distinguish other characters, and a prefilter may find too much but never too little.
 */
export type SymbolSet = bigint;

export const OTHER = 0;
export const SYMBOLS = 128;
export const everything: SymbolSet = (1n << BigInt(SYMBOLS)) - 1n;

export const symbolOf = (code: number): number => (code < SYMBOLS ? code : OTHER);

export const setOf = (...symbols: number[]): SymbolSet =>
  symbols.reduce((set, symbol) => set | (1n << BigInt(symbol)), 0n);

export const has = (set: SymbolSet, symbol: number): boolean =>
  ((set >> BigInt(symbol)) & 1n) === 1n;

const known = new Map<SymbolSet, readonly number[]>();

/** Cached, because few sets are used very often while a scanner is built. */
export function symbolsIn(set: SymbolSet): readonly number[] {
  let symbols = known.get(set);
  if (symbols === undefined) {
    symbols = Array.from({ length: SYMBOLS }, (_, symbol) => symbol).filter((it) => has(set, it));
    known.set(set, symbols);
  }
  return symbols;
}

/** A membership table for hot loops: 1 at each symbol of the set. */
export function membersOf(set: SymbolSet): Uint8Array {
  const members = new Uint8Array(SYMBOLS);
  for (const symbol of symbolsIn(set)) members[symbol] = 1;
  return members;
}

export function rangeSet(first: number, last: number): SymbolSet {
  return setOf(...Array.from({ length: last - first + 1 }, (_, index) => symbolOf(first + index)));
}

/** Adds the other case of ASCII letters. Without the `u` flag no other character equals one of them. */
export function withoutCase(set: SymbolSet): SymbolSet {
  const both = symbolsIn(set).filter((it) => /[A-Za-z]/.test(String.fromCharCode(it)));
  return set | setOf(...both.map((symbol) => symbol ^ 0x20));
}

export const wordSymbols: SymbolSet =
  withoutCase(rangeSet(0x61, 0x7a)) | rangeSet(0x30, 0x39) | setOf(0x5f);
