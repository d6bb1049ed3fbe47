import { has, SYMBOLS, type SymbolSet } from './symbol-set.ts';

/** Symbols that no set distinguishes form one class, so that tables with a column per class stay small. */
export interface SymbolClasses {
  readonly count: number;
  /** Class of each symbol. */
  readonly of: Uint8Array;
  /** One symbol of each class. */
  readonly examples: readonly number[];
}

export function symbolClasses(sets: Iterable<SymbolSet>): SymbolClasses {
  const different = [...new Set(sets)];
  const classes = new Map<string, number>();
  const examples: number[] = [];
  const ofSymbol = Uint8Array.from({ length: SYMBOLS }, (_, symbol) => {
    const key = different.map((set) => (has(set, symbol) ? '1' : '0')).join('');
    const known = classes.get(key);
    if (known !== undefined) return known;
    classes.set(key, examples.length);
    return examples.push(symbol) - 1;
  });
  return {
    count: examples.length,
    of: ofSymbol,
    examples,
  };
}
