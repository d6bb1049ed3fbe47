/** Names to all values they were given with, in order: how headers, arguments and forms are seen. */
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

/** More than forms have, and what servers take at most; beyond, a body is made to keep its reader busy. */
export const MOST_PAIRS = 1000;

/** Splits `a=1&b=2` without decoding anything; a name without `=` has an empty value. */
export function splitQuery(text: string): [string, string][] {
  if (text === '') return [];
  return text.split('&').map((pair) => splitPair(pair));
}

export interface FormPairs {
  readonly pairs: readonly FormPair[];
  /** True: there are others behind the most that are read. */
  readonly hasMore: boolean;
}

export interface FormPair {
  /** Decoded, without blanks before it, as servers compare it; and as it was sent. */
  readonly name: string;
  readonly rawName: string;
  /** As it was sent. */
  readonly value: string;
}

/** The pairs of an URL-encoded form. Empty ones mean nothing, and do not count. */
export function splitForm(text: string): FormPairs {
  const all = text.split('&').filter((pair) => pair !== '');
  const pairs = all.slice(0, MOST_PAIRS).map((pair) => {
    const [rawName, value] = splitPair(pair);
    return { name: decodeName(rawName), rawName, value };
  });
  return { pairs, hasMore: all.length > MOST_PAIRS };
}

function decodeName(text: string): string {
  return /[%+ ]/.test(text) ? decodePercents(text.replaceAll('+', ' ')).replace(/^ +/, '') : text;
}

/** RFC 6265: pairs separated by semicolons. Names are URL-decoded, values stay as they were sent. */
export function splitCookies(text: string): [string, string][] {
  return text
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .slice(0, MOST_PAIRS)
    .map((pair) => splitPair(pair))
    .map(([name, value]) => [decodePercents(name), value]);
}

/** To bytes, not to text. A bad escape stays as it is, and so does +: only forms mean a blank by it. */
function decodePercents(text: string): string {
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, byte: string) =>
    String.fromCharCode(Number.parseInt(byte, 16)),
  );
}

function splitPair(pair: string): [string, string] {
  const equals = pair.indexOf('=');
  return equals === -1 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
}
