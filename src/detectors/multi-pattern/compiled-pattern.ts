import type { Boundary } from '../../catalogs/managed-rulesets/boundary.ts';
import { type Anchor, anchorsOf } from './anchor.ts';
import { type PatternPath, pathsOf } from './pattern-paths.ts';
import { parsePattern } from './pattern-tree.ts';

/** A regular expression of the subset that `parsePattern` reads. */
export interface Pattern {
  readonly text: string;
  readonly ignoreCase: boolean;
  readonly boundary: Boundary;
}

/** A pattern with a necessary condition for a match. */
export interface CompiledPattern extends Pattern {
  readonly maxLength: number;
  readonly hasGroup: boolean;
  /** Anchors of which every match contains one, or paths of the pattern from the start of a token. */
  readonly trigger:
    | { readonly kind: 'anchors'; readonly anchors: readonly Anchor[] }
    | { readonly kind: 'token'; readonly paths: readonly PatternPath[] };
}

/** If anchors are more frequent than this per character, following each token is faster. */
const MAX_COST = 3e-5;
const MAX_CORE_COST = 2e-4;

export function compilePattern({ text, ignoreCase, boundary }: Pattern): CompiledPattern {
  const paths = pathsOf(parsePattern(text, ignoreCase));
  const anchors = anchorsOf(paths);
  const hasGroup = /(?<!\\)\((?!\?)/.test(text);
  const lengths = paths.map((path) => path.reduce((sum, { max }) => sum + max, 0));
  // A match begins at the start of a token only if the whole match must not be part of a longer word.
  const beginsToken = boundary !== 'none' && !hasGroup;
  const isAnchored = !beginsToken || anchors.every(isRare);
  return {
    text,
    ignoreCase,
    boundary,
    maxLength: Math.max(...lengths),
    hasGroup,
    trigger: isAnchored ? { kind: 'anchors', anchors } : { kind: 'token', paths },
  };
}

const isRare = ({ cost, coreCost }: Anchor): boolean => cost < MAX_COST && coreCost < MAX_CORE_COST;
