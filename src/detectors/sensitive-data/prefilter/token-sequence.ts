import type { Boundary } from '../../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rule.ts';
import type { Sequence } from './lazy-automaton.ts';
import type { PatternPath } from './pattern-paths.ts';
import { everything, type SymbolSet, setOf, wordSymbols } from './symbol-set.ts';

const DASH = 0x2d;
export const noWord = everything & ~wordSymbols;

/** What `standsAlone` lets stand behind a match, as far as one symbol tells. */
const after: Readonly<Record<Boundary, SymbolSet>> = {
  word: noWord & ~setOf(DASH),
  number: noWord,
  none: everything,
};

/** With what must follow: a number inside of a longer one is refused before anything else is asked. */
export function tokenSequence(path: PatternPath, boundary: Boundary, output: number): Sequence {
  const steps = path.flatMap(({ set, min, max }) =>
    Array.from({ length: max }, (_, index) => ({ set, isOptional: index >= min })),
  );
  return { steps: [...steps, { set: after[boundary], isOptional: false }], output };
}
