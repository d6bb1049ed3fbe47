import type { Boundary } from '../../catalogs/managed-rulesets/boundary.ts';
import type { Sequence } from './lazy-automaton.ts';
import type { PatternPath } from './pattern-paths.ts';
import { everything, type SymbolSet, setOf, wordSymbols } from './symbol-set.ts';

const DASH = 0x2d;
export const noWord = everything & ~wordSymbols;

/** Symbols that `standsAlone` allows after a match, as far as one symbol shows. */
const after: Readonly<Record<Boundary, SymbolSet>> = {
  word: noWord & ~setOf(DASH),
  number: noWord,
  none: everything,
};

/** A path with the symbol that must follow: a number inside a longer one is rejected early. */
export function tokenSequence(path: PatternPath, boundary: Boundary, output: number): Sequence {
  const steps = path.flatMap(({ set, min, max }) =>
    Array.from({ length: max }, (_, index) => ({ set, isOptional: index >= min })),
  );
  return { steps: [...steps, { set: after[boundary], isOptional: false }], output };
}
