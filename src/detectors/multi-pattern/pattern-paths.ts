import type { PatternTree } from './pattern-tree.ts';
import type { SymbolSet } from './symbol-set.ts';

/** A symbol set with its number of repetitions. */
export interface PathElement {
  readonly set: SymbolSet;
  readonly min: number;
  readonly max: number;
}

/** One way through a pattern. Every match follows one of the paths. */
export type PatternPath = readonly PathElement[];

/** A pattern with more paths must be split into several patterns. */
const MAX_PATHS = 256;

export function pathsOf(tree: PatternTree): readonly PatternPath[] {
  const paths = expand(tree);
  if (paths.length > MAX_PATHS) throw new Error(`a pattern has ${paths.length} paths`);
  return paths;
}

function expand(tree: PatternTree): PatternPath[] {
  switch (tree.kind) {
    case 'set':
      return [[{ set: tree.set, min: 1, max: 1 }]];
    case 'choice':
      return tree.options.flatMap(expand);
    case 'sequence':
      return tree.items.reduce<PatternPath[]>((heads, item) => joined(heads, expand(item)), [[]]);
    case 'repeat': {
      const { item, min, max } = tree;
      if (item.kind === 'set') return [[{ set: item.set, min, max }]];
      if (min !== 0 || max !== 1) throw new Error('only single characters may be repeated');
      return [...expand(item), []];
    }
  }
}

const joined = (heads: PatternPath[], tails: PatternPath[]): PatternPath[] =>
  heads.flatMap((head) => tails.map((tail) => [...head, ...tail]));
