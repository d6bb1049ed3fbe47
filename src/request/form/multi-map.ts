import { decodePercents } from '../../kernel/percent.ts';
import { lenientFields } from './lenient-names.ts';
import { MAX_PAIRS } from './max-pairs.ts';

/** Names with all their values in order, for headers, query arguments and forms. */
export type MultiMap = ReadonlyMap<string, readonly string[]>;

export function toMultiMap(pairs: readonly (readonly [string, string])[]): MultiMap {
  const map = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const values = map.get(name);
    if (values) values.push(value);
    else map.set(name, [value]);
  }
  return map;
}

/** Splits `a=1&b=2` without decoding anything; a name without `=` has an empty value. */
export function splitQuery(text: string): [string, string][] {
  if (text === '') return [];
  return text.split('&').map((pair) => splitPair(pair));
}

export interface FormPairs {
  readonly pairs: readonly FormPair[];
  /** Whether there are further pairs that were not read. */
  readonly hasMore: boolean;
}

export interface FormPair {
  /** Decoded and without leading spaces, as servers compare it; `rawName` is as sent. */
  readonly name: string;
  readonly rawName: string;
  /** As it was sent. */
  readonly value: string;
}

/** The pairs of a URL-encoded form. Empty ones have no meaning and do not count. */
export function splitForm(text: string, isLenient = false): FormPairs {
  const all = text.split('&').filter((pair) => pair !== '');
  const read = all.slice(0, MAX_PAIRS);
  const pairs = isLenient
    ? lenientFields(read).map(([name, value]) => ({ name, rawName: name, value }))
    : read.map(decodedPair);
  return { pairs, hasMore: all.length > MAX_PAIRS };
}

function decodedPair(pair: string): FormPair {
  const [rawName, value] = splitPair(pair);
  return { name: decodeName(rawName), rawName, value };
}

function decodeName(text: string): string {
  return /[%+ ]/.test(text) ? decodePercents(text.replaceAll('+', ' ')).replace(/^ +/, '') : text;
}

/** RFC 6265: pairs separated by semicolons. Names are URL-decoded (`+` means a space only in forms), values stay as they were sent. */
export function splitCookies(text: string): [string, string][] {
  const pairs: [string, string][] = [];
  for (const part of text.split(';')) {
    const pair = part.trim();
    if (pair === '') continue;
    const [name, value] = splitPair(pair);
    if (pairs.push([decodePercents(name), value]) === MAX_PAIRS) break;
  }
  return pairs;
}

function splitPair(pair: string): [string, string] {
  const equals = pair.indexOf('=');
  return equals === -1 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
}
