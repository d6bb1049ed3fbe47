/**
 * The form of a token in one line: literal text, alternatives and classes of characters with their count, such as
 * `acme_(live|test)_<hex 32>`. The pattern of a rule and its samples are derived from it.
 */
import { sampleText } from '../sample-text.ts';

type Alphabet = Parameters<typeof sampleText>[0];

interface CharacterClass {
  /** In the syntax of patterns. */
  readonly set: string;
  readonly sample: Alphabet;
}

const classes: Readonly<Record<string, CharacterClass>> = {
  digits: { set: '[0-9]', sample: 'digits' },
  hex: { set: '[0-9a-f]', sample: 'hex' },
  Hex: { set: '[0-9A-Fa-f]', sample: 'hex' },
  lower: { set: '[a-z0-9]', sample: 'lower-digits' },
  upper: { set: '[A-Z0-9]', sample: 'upper-digits' },
  letters: { set: '[A-Za-z]', sample: 'letters' },
  alnum: { set: '[A-Za-z0-9]', sample: 'alphanumeric' },
  word: { set: '[A-Za-z0-9_-]', sample: 'base64url' },
  pad: { set: '[=]', sample: 'digits' },
  padded: { set: '[A-Za-z0-9_=-]', sample: 'base64url' },
  dotted: { set: '[A-Za-z0-9_.-]', sample: 'base64url' },
  tilde: { set: '[A-Za-z0-9_.~-]', sample: 'base64url' },
  base64: { set: '[A-Za-z0-9+/]', sample: 'base64' },
  encoded: { set: '[A-Za-z0-9+/_=-]', sample: 'base64' },
};

const UUID = '<Hex 8>-<Hex 4>-<Hex 4>-<Hex 4>-<Hex 12>';

type Part =
  | { readonly kind: 'literal'; readonly options: readonly string[] }
  | {
      readonly kind: 'class';
      readonly of: CharacterClass;
      readonly min: number;
      readonly max: number;
    };

function partsOf(form: string): Part[] {
  const pieces = form.replaceAll('<uuid>', UUID).match(/<[^>]*>|\([^)]*\)|[^<(]+/g) ?? [];
  return pieces.map((piece): Part => {
    if (piece.startsWith('(')) return { kind: 'literal', options: piece.slice(1, -1).split('|') };
    if (!piece.startsWith('<')) return { kind: 'literal', options: [piece] };
    const [, name = '', min = '', max = min] = /^<(\w+) (\d+)(?:-(\d+))?>$/.exec(piece) ?? [];
    const found = classes[name];
    if (found === undefined) throw new Error(`unknown characters ${piece} in ${form}`);
    return { kind: 'class', of: found, min: Number(min), max: Number(max) };
  });
}

/** A pattern for one of several texts. */
export function oneOf(texts: readonly string[]): string {
  const patterns = texts.map((text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return patterns.length === 1 ? (patterns[0] ?? '') : `(?:${patterns.join('|')})`;
}

export function patternOf(form: string): string {
  return partsOf(form)
    .map((part) => {
      if (part.kind === 'class') {
        return `${part.of.set}{${part.min}${part.max === part.min ? '' : `,${part.max}`}}`;
      }
      return oneOf(part.options);
    })
    .join('');
}

/** The text that every token of this form begins with; empty if it begins with a class. */
export function prefixesOf(form: string): readonly string[] {
  const [first] = partsOf(form);
  return first?.kind === 'literal' ? first.options : [];
}

/** A random-looking token. Built from parts, so that the source contains nothing that looks like one. */
export function sampleOf(form: string, seed: number): string {
  return written(form, ({ of, min, max }, index) =>
    sampleText(of.sample, Math.min(max, min + 2), seed * 100 + index),
  );
}

/** The same with too few characters at the end. */
export function shortSampleOf(form: string, seed: number): string {
  const last = partsOf(form).findLastIndex(({ kind }) => kind === 'class');
  return written(form, ({ of, min }, index) =>
    sampleText(of.sample, index === last ? min - 1 : min, seed * 100 + index),
  );
}

/** The form as documentation shows it, with one character instead of a random part. */
export function placeholderOf(form: string): string {
  return written(form, ({ of, min }) => (of.set.includes('A-Z') ? 'X' : 'a').repeat(min));
}

function written(
  form: string,
  random: (part: Part & { kind: 'class' }, index: number) => string,
): string {
  return partsOf(form)
    .map((part, index) => (part.kind === 'class' ? random(part, index) : (part.options[0] ?? '')))
    .join('');
}
