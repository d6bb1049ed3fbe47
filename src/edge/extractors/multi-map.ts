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

/** Splits `a=1&b=2` without decoding anything; a name without `=` has an empty value. */
export function splitQuery(text: string): [string, string][] {
  if (text === '') return [];
  return text.split('&').map((pair) => splitPair(pair));
}

/** RFC 6265: pairs separated by semicolons. Names are URL-decoded, values stay as they were sent. */
export function splitCookies(text: string): [string, string][] {
  return text
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
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
