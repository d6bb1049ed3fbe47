import type { SensitiveDataRule } from '../../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rule.ts';
import { type Anchor, anchorsOf } from './anchor.ts';
import { type PatternPath, pathsOf } from './pattern-paths.ts';
import { parsePattern } from './pattern-tree.ts';

/** A pattern of a rule with what has to be true where it can match. */
export interface CompiledPattern {
  readonly rule: SensitiveDataRule;
  readonly text: string;
  readonly maxLength: number;
  readonly hasGroup: boolean;
  /** Pieces of text of which every match holds one, or ways through the pattern from a token's start. */
  readonly trigger:
    | { readonly kind: 'anchors'; readonly anchors: readonly Anchor[] }
    | { readonly kind: 'token'; readonly paths: readonly PatternPath[] };
}

/** Anchors more frequent than this, per character, lose against a look at each token. */
const SELDOM_ENOUGH = 3e-5;
const SELDOM_CORE = 2e-4;

export function compilePattern(rule: SensitiveDataRule, text: string): CompiledPattern {
  const paths = pathsOf(parsePattern(text, rule.ignoreCase));
  const anchors = anchorsOf(paths);
  const hasGroup = /(?<!\\)\((?!\?)/.test(text);
  const lengths = paths.map((path) => path.reduce((sum, { max }) => sum + max, 0));
  // Only where the whole match must stand alone does it begin where a token does.
  const beginsToken = rule.boundary !== 'none' && !hasGroup;
  const isAnchored = !beginsToken || anchors.every(isSeldom);
  return {
    rule,
    text,
    maxLength: Math.max(...lengths),
    hasGroup,
    trigger: isAnchored ? { kind: 'anchors', anchors } : { kind: 'token', paths },
  };
}

const isSeldom = ({ cost, coreCost }: Anchor): boolean =>
  cost < SELDOM_ENOUGH && coreCost < SELDOM_CORE;
