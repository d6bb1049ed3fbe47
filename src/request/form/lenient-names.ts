/**
 * Names and values as the most lenient servers read them: PHP, Rack and qs build arrays from brackets, PHP ends a name at
 * NUL, cookie parsers remove blanks and quotes. docs/server-readings.md has what each server reads. A value is listed
 * under each name that some server gives it, always including the name as sent.
 */
import { decodePercents } from '../../kernel/percent.ts';
import { MAX_PAIRS } from './max-pairs.ts';
import { trimBlanks } from './trim-blanks.ts';

type Pair = readonly [name: string, value: string];

const ODD_QUERY = /;|(?:^|&)[^=&]*?[%+.[\]]|\]=|%5d=/i;
const ODD_FORM = /(?:^|&)[^=&]*?[%+.[\] \0]|\]=|%5d=/i;
const ODD_COOKIES = /"|=[ \t]|(?:^|; |;(?! ))[^=;]*?[%+.[\] \t]|(?:^|;)[^=;]+(?:;|$)/;
const ODD_PART_NAME = /[;\s]name\*?[ \t]*=[ \t]*(?:"[^"\r\n]*?[.[\] \t\\\0]|[^";\s]*?[.[\]\\\0])/i;

/** Whether servers may list the arguments under other names than those as sent. */
export const hasOddArguments = (query: string): boolean => ODD_QUERY.test(query);
export const hasOddFields = (form: string): boolean => ODD_FORM.test(form);
export const hasOddCookies = (cookies: string): boolean => ODD_COOKIES.test(cookies);
export const hasOddPartNames = (body: string): boolean => ODD_PART_NAME.test(body);

/** Rack 2 also separates arguments with semicolons. */
export function lenientArguments(query: string): Pair[] {
  const pairs = query
    .split('&')
    .flatMap((pair) => (pair.includes(';') ? [pair, ...pair.split(';')] : [pair]))
    .filter((pair) => pair !== '');
  return [
    ...lenientFields(pairs.slice(0, MAX_PAIRS)),
    // Servers that change names in other ways than by decoding them ignore the rest.
    ...pairs.slice(MAX_PAIRS).flatMap(decodedPair),
  ];
}

function decodedPair(pair: string): Pair[] {
  const [name, value] = splitAt(pair, pair.indexOf('='));
  const decoded = decodePercents(name.replaceAll('+', ' '));
  return listed(decoded === name ? [name] : [name, decoded], value);
}

/** The pairs of a URL-encoded form. */
export const lenientFields = (pairs: readonly string[]): Pair[] => pairs.flatMap(lenientPair);

/** qs allows an equals sign within brackets. */
const BRACKETED = /^([\s\S]*?(?:\]|%5d))=([\s\S]*)$/i;

function lenientPair(pair: string): Pair[] {
  const [name, value] = splitAt(pair, pair.indexOf('='));
  const found = listed(lenientNames(name), value);
  const [, outer = name, rest = ''] = BRACKETED.exec(pair) ?? [];
  return outer === name ? found : [...found, ...listed(lenientNames(outer), rest)];
}

const listed = (names: readonly string[], value: string): Pair[] =>
  names.map((name) => [name, value] as const);

const lenientNames = (name: string): readonly string[] => [
  ...new Set([name, ...plainNames(decodePercents(name.replaceAll('+', ' ')))]),
];

/** The names of a decoded name: itself, as PHP registers it, and the name of the array that its brackets belong to. */
export function plainNames(name: string): readonly string[] {
  const [ended = ''] = name.split('\0', 1);
  const bare = ended.replace(/^ +/, '');
  const array = /[^[\]]+/.exec(bare)?.[0] ?? bare;
  return [name, ended, bare, trimBlanks(bare), array, ...phpNames(bare)];
}

/** PHP replaces dots, blanks and an opening bracket without a closing one in names of variables. */
function phpNames(name: string): readonly string[] {
  const [before = ''] = name.split('[', 1);
  const top = before.replace(/[. ]/g, '_');
  if (before === name) return [top];
  const rest = name.slice(before.length + 1);
  // Versions differ in whether they replace characters after the bracket.
  return rest.includes(']') ? [top] : [`${top}_${rest}`, `${top}_${rest.replace(/[. []/g, '_')}`];
}

/** A cookie with a quoted value, which may contain semicolons. */
const QUOTED = /(?:^|;)([^=;]*)=[ \t]*"((?:[^"\\]|\\[\s\S])*)"/g;

export function lenientCookies(text: string): Pair[] {
  const found: Pair[] = [];
  const pairs = text.split(';').filter((pair) => trimBlanks(pair) !== '');
  for (const pair of pairs.slice(0, MAX_PAIRS)) found.push(...lenientCookie(pair));
  for (const [, name = '', value = ''] of text.matchAll(QUOTED).take(MAX_PAIRS)) {
    if (value.includes(';')) found.push(...listed(cookieNames(name), unescaped(value)));
  }
  return found;
}

function lenientCookie(pair: string): Pair[] {
  const equals = pair.indexOf('=');
  const [name, sent] = splitAt(pair, equals);
  const value = trimBlanks(sent);
  const bare = value.replace(/^"|"$/g, '');
  const values = new Set([value, bare, unescaped(bare)]);
  const found = [...values].flatMap((each) => listed(cookieNames(name), each));
  // Django reads a cookie without a name.
  return equals === -1 ? [...found, ['', trimBlanks(pair)]] : found;
}

function cookieNames(name: string): readonly string[] {
  const start = name.replace(/^[ \t]+/, '');
  const trimmed = trimBlanks(name);
  const names = [trimmed, ...phpNames(start), ...plainNames(decodePercents(trimmed))];
  return [...new Set([...names, trimBlanks(decodePercents(trimmed))])];
}

/** Removes the escapes of quoted strings. Python also decodes octal numbers. */
function unescaped(value: string): string {
  return value.replace(/\\(?:([0-3][0-7]{2})|([\s\S]))/g, (_, octal?: string, other = '') =>
    octal === undefined ? other : String.fromCharCode(Number.parseInt(octal, 8)),
  );
}

function splitAt(text: string, at: number): [string, string] {
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
