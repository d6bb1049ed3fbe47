/**
 * The piece of a path that is looked for in every text: a few neighbouring symbols that a match must
 * contain and that other text seldom has.
 */
import type { PathElement, PatternPath } from './pattern-paths.ts';
import { rangeSet, type SymbolSet, symbolsIn } from './symbol-set.ts';

export interface Anchor {
  readonly sets: readonly SymbolSet[];
  /** Where in it the three symbols begin that are the most seldom. */
  readonly core: number;
  /** Estimate of how often text has those three, per character. */
  readonly coreCost: number;
  /** How far behind the start of the match the anchor begins. */
  readonly minOffset: number;
  readonly maxOffset: number;
  /** All that may stand between the start of the match and the anchor. */
  readonly before: SymbolSet;
  /** Estimate of how often text makes us look closer, per character. */
  readonly cost: number;
}

const LONGEST_ANCHOR = 8;
const CORE = 3;
/** Classes say little and make the automaton large. */
const MAX_CLASSES = 3;
const CLASS_SIZE = 6;

/**
 * Rough frequencies of characters in JSON and HTML. Wrong ones cost time, never a finding. Digits count
 * as if there were only numbers, since that is where patterns with digits are tried.
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

/** Characters of a class come in runs: one says little about whether the next is another. */
const CLASS_CHANCE = 0.7;

/** The best anchor for each way through the pattern; optional single characters are ways of their own. */
export function anchorsOf(paths: readonly PatternPath[]): readonly Anchor[] {
  const anchors = paths.flatMap(forkOptional).map(bestAnchor);
  return [...new Map(anchors.map((anchor) => [keyOf(anchor), anchor])).values()];
}

const keyOf = ({ sets, minOffset, maxOffset, before }: Anchor): string =>
  [...sets, minOffset, maxOffset, before].join();

function forkOptional(path: PatternPath): PatternPath[] {
  const at = path.findIndex(({ set, min, max }) => min === 0 && max === 1 && !isClass(set));
  const element = path[at];
  if (element === undefined) return [path];
  const [head, tail] = [path.slice(0, at), path.slice(at + 1)];
  return [
    [...head, { ...element, min: 1 }, ...tail],
    [...head, ...tail],
  ].flatMap(forkOptional);
}

function bestAnchor(path: PatternPath): Anchor {
  let best: Anchor | undefined;
  for (const [index, element] of path.entries()) {
    if (element.min === 0) continue;
    const anchor = anchorAt(path, index);
    if (best === undefined || anchor.cost < best.cost) best = anchor;
  }
  if (best === undefined) throw new Error('a pattern matches the empty text');
  return best;
}

function anchorAt(path: PatternPath, index: number): Anchor {
  const head = path.slice(0, index);
  const minOffset = head.reduce((sum, { min }) => sum + min, 0);
  const maxOffset = head.reduce((sum, { max }) => sum + max, 0);
  const sets = certainFrom(path.slice(index));
  const chances = sets.map(chanceOf);
  const chance = chances.reduce((product, it) => product * it, 1);
  return {
    sets,
    ...coreOf(chances),
    minOffset,
    maxOffset,
    before: head.reduce((union, { set }) => union | set, 0n),
    cost: chance * (1 + maxOffset - minOffset),
  };
}

/** The three symbols that are the most seldom: where they begin, and how often they come. */
function coreOf(chances: readonly number[]): { core: number; coreCost: number } {
  const windows = chances
    .slice(0, Math.max(1, chances.length - CORE + 1))
    .map((_, at) => chances.slice(at, at + CORE).reduce((product, it) => product * it, 1));
  const coreCost = Math.min(...windows);
  return { core: windows.indexOf(coreCost), coreCost };
}

/** The symbols that follow each other for certain. */
function certainFrom(path: readonly PathElement[]): SymbolSet[] {
  const sets: SymbolSet[] = [];
  let classes = 0;
  for (const { set, min, max } of path) {
    for (let count = 0; count < min && sets.length < LONGEST_ANCHOR; count += 1) {
      if (isClass(set)) classes += 1;
      if (classes > MAX_CLASSES) return sets;
      sets.push(set);
    }
    if (min !== max) return sets;
  }
  return sets;
}

const digits = rangeSet(0x30, 0x39);

/** What is worth knowing of a set. Few different sets are asked for very often while a scanner is made. */
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
  // Several digits are a class too: every number has some of them.
  const isDigits = symbols.length > 1 && (set & ~digits) === 0n;
  if (symbols.length > CLASS_SIZE || isDigits) return { isClass: true, chance: CLASS_CHANCE };
  const chance = symbols.reduce((sum, symbol) => {
    const character = String.fromCharCode(symbol);
    return sum + (frequencies.find(([pattern]) => pattern.test(character))?.[1] ?? SELDOM);
  }, 0);
  return { isClass: false, chance };
}

const isClass = (set: SymbolSet): boolean => traitsOf(set).isClass;
const chanceOf = (set: SymbolSet): number => traitsOf(set).chance;
