/**
 * The part of a path that the prefilter searches for: a few adjacent symbols that every match contains and that are
 * rare in other text.
 */
import type { PathElement, PatternPath } from './pattern-paths.ts';
import { rangeSet, type SymbolSet, symbolsIn } from './symbol-set.ts';

export interface Anchor {
  readonly sets: readonly SymbolSet[];
  /** Offset of the core, its three rarest symbols. */
  readonly core: number;
  /** Estimated frequency of the core per character of text. */
  readonly coreCost: number;
  /** Distance of the anchor from the start of the match. */
  readonly minOffset: number;
  readonly maxOffset: number;
  /** Symbols that may occur between the start of the match and the anchor. */
  readonly before: SymbolSet;
  /** Estimated number of candidates per character of text. */
  readonly cost: number;
}

const MAX_ANCHOR_LENGTH = 8;
const CORE = 3;
/** Larger sets are not selective and make the automaton large. */
const MAX_CLASSES = 3;
const CLASS_SIZE = 6;

/**
 * Rough frequencies of characters in JSON and HTML. Wrong values cost time, never a finding. Digits count as if the
 * text were all numbers, because patterns with digits are tried in numbers.
 */
const frequencies: readonly (readonly [RegExp, number])[] = [
  [/[etasinor]/, 0.05],
  [/[,:/<>="]/, 0.05],
  [/[a-z]/, 0.02],
  [/ /, 0.1],
  [/[0-9]/, 0.1],
  [/[._;-]/, 0.015],
  [/[A-Z(){}[\]]/, 0.006],
];
const SELDOM = 0.002;

/** The probability of a class of characters: they occur in runs, so the second one is hardly selective. */
const CLASS_CHANCE = 0.7;

/** The best anchor for each path of the pattern; an optional character makes separate paths. */
export function anchorsOf(paths: readonly PatternPath[]): readonly Anchor[] {
  const anchors = paths.flatMap(forkOptional).map(bestAnchor);
  return [...new Map(anchors.map((anchor) => [keyOf(anchor), anchor])).values()];
}

const keyOf = ({ sets, minOffset, maxOffset, before }: Anchor): string =>
  [...sets, minOffset, maxOffset, before].join();

function forkOptional(path: PatternPath): PatternPath[] {
  const at = path.findIndex(
    ({ set, min, max }) => min === 0 && max === 1 && !traitsOf(set).isClass,
  );
  const element = path[at];
  if (element === undefined) return [path];
  const [head, tail] = [path.slice(0, at), path.slice(at + 1)];
  return [
    [...head, { ...element, min: 1 }, ...tail],
    [...head, ...tail],
  ].flatMap(forkOptional);
}

function bestAnchor(path: PatternPath): Anchor {
  const traits = path.map(({ set }) => traitsOf(set));
  let best: Anchor | undefined;
  let [minOffset, maxOffset, before] = [0, 0, 0n];
  for (const [index, { set, min, max }] of path.entries()) {
    if (min > 0) {
      const { sets, chances } = certainFrom(path, traits, index);
      const cost = productOf(chances) * (1 + maxOffset - minOffset);
      if (best === undefined || cost < best.cost) {
        best = { sets, ...coreOf(chances), minOffset, maxOffset, before, cost };
      }
    }
    minOffset += min;
    maxOffset += max;
    before |= set;
  }
  if (best === undefined) throw new Error('a pattern matches the empty text');
  return best;
}

const productOf = (chances: readonly number[]): number =>
  chances.reduce((product, chance) => product * chance, 1);

/** The three rarest adjacent symbols: their offset and frequency. */
function coreOf(chances: readonly number[]): { core: number; coreCost: number } {
  const windows = chances
    .slice(0, Math.max(1, chances.length - CORE + 1))
    .map((_, at) => productOf(chances.slice(at, at + CORE)));
  const coreCost = Math.min(...windows);
  return { core: windows.indexOf(coreCost), coreCost };
}

/** The symbols from an element of a path on that every match contains, up to the first variable repetition. */
function certainFrom(path: PatternPath, traits: readonly Traits[], first: number) {
  const sets: SymbolSet[] = [];
  const chances: number[] = [];
  let classes = 0;
  for (let index = first; index < path.length; index += 1) {
    // Both lists are of the same length.
    const { set, min, max } = path[index] as PathElement;
    const { isClass, chance } = traits[index] as Traits;
    for (let count = 0; count < min && sets.length < MAX_ANCHOR_LENGTH; count += 1) {
      if (isClass) classes += 1;
      if (classes > MAX_CLASSES) return { sets, chances };
      sets.push(set);
      chances.push(chance);
    }
    if (min !== max) break;
  }
  return { sets, chances };
}

const digits = rangeSet(0x30, 0x39);

/** Properties of a set. Cached, because few sets are used very often while a scanner is built. */
interface Traits {
  readonly isClass: boolean;
  readonly chance: number;
}

const known = new Map<SymbolSet, Traits>();

function traitsOf(set: SymbolSet): Traits {
  let traits = known.get(set);
  if (traits === undefined) {
    traits = findTraits(set);
    known.set(set, traits);
  }
  return traits;
}

function findTraits(set: SymbolSet): Traits {
  const symbols = symbolsIn(set);
  // A set of several digits is a class too: every number contains some of them.
  const isDigits = symbols.length > 1 && (set & ~digits) === 0n;
  if (symbols.length > CLASS_SIZE || isDigits) return { isClass: true, chance: CLASS_CHANCE };
  const chance = symbols.reduce((sum, symbol) => {
    const character = String.fromCharCode(symbol);
    return sum + (frequencies.find(([pattern]) => pattern.test(character))?.[1] ?? SELDOM);
  }, 0);
  return { isClass: false, chance };
}
