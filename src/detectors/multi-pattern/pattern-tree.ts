/**
 * Parses the subset of regular expressions that catalogs use: characters, classes, groups, alternatives and
 * bounded repetitions. Everything else is refused when the scanner is built.
 */
import {
  everything,
  rangeSet,
  type SymbolSet,
  setOf,
  symbolOf,
  withoutCase,
} from './symbol-set.ts';

export type PatternTree =
  | { readonly kind: 'set'; readonly set: SymbolSet }
  | { readonly kind: 'sequence'; readonly items: readonly PatternTree[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternTree[] }
  | {
      readonly kind: 'repeat';
      readonly item: PatternTree;
      readonly min: number;
      readonly max: number;
    };

const controls: Readonly<Record<string, number>> = { t: 9, n: 10, r: 13, f: 12, v: 11 };

export function parsePattern(pattern: string, ignoreCase: boolean): PatternTree {
  let at = 0;
  const tree = choice();
  if (at < pattern.length) fail('end of the pattern');
  return tree;

  function choice(): PatternTree {
    const options = [sequence()];
    while (accept('|')) options.push(sequence());
    return options.length === 1 && options[0] ? options[0] : { kind: 'choice', options };
  }

  function sequence(): PatternTree {
    const items: PatternTree[] = [];
    while (at < pattern.length && pattern[at] !== '|' && pattern[at] !== ')') {
      items.push(repeated(atom()));
    }
    return { kind: 'sequence', items };
  }

  function repeated(item: PatternTree): PatternTree {
    if (accept('?')) return { kind: 'repeat', item, min: 0, max: 1 };
    const counts = /^\{(\d+)(?:,(\d+))?\}/.exec(pattern.slice(at));
    if (counts === null) return item;
    at += counts[0].length;
    return {
      kind: 'repeat',
      item,
      min: Number(counts[1]),
      max: Number(counts[2] ?? counts[1]),
    };
  }

  function atom(): PatternTree {
    if (accept('(')) {
      if (accept('?') && !accept(':')) fail('":"');
      const tree = choice();
      if (!accept(')')) fail('")"');
      return tree;
    }
    if (accept('[')) return { kind: 'set', set: characterClass() };
    if ('*+?{}]^$.'.includes(pattern[at] ?? '')) fail('a character');
    return { kind: 'set', set: cased(setOf(symbolOf(character()))) };
  }

  function characterClass(): SymbolSet {
    const isNegated = accept('^');
    let set = 0n;
    while (pattern[at] !== ']') {
      const first = character();
      const isRange = pattern[at] === '-' && pattern[at + 1] !== ']';
      if (isRange) at += 1;
      set |= rangeSet(first, isRange ? character() : first);
    }
    at += 1;
    return isNegated ? everything & ~cased(set) : cased(set);
  }

  function character(): number {
    const escaped = accept('\\');
    const value = pattern[at] ?? fail('a character');
    at += 1;
    if (!escaped) return value.charCodeAt(0);
    const control = controls[value];
    if (control !== undefined) return control;
    return /[A-Za-z0-9]/.test(value) ? fail('a known escape') : value.charCodeAt(0);
  }

  function accept(value: string): boolean {
    if (pattern[at] !== value) return false;
    at += 1;
    return true;
  }

  function cased(set: SymbolSet): SymbolSet {
    return ignoreCase ? withoutCase(set) : set;
  }

  function fail(expected: string): never {
    throw new Error(`pattern ${pattern}: expected ${expected} at ${at}`);
  }
}
