const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
/** A number or a word, from its first character on. */
const WORD = /[^\s,\]}]+/y;

/** An array or object that is not complete yet. */
interface Open {
  readonly items: unknown[];
  /** The names of an object's members, in the order of the items. */
  readonly names: string[] | undefined;
}

/**
 * `JSON.parse` for untrusted texts, with a workaround for a bug of V8 14.6: it confuses an escaped name with an earlier name at the
 * same position of another text, if the raw spelling of the escaped name starts with the earlier one. After `{"pass\\u00":1}`,
 * `{"pass\u0077ord":1}` has no member `password`, so a visitor could hide members from rules. Texts with escaped names are
 * therefore parsed here.
 */
export function jsonValue(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return hasEscapedName(text) ? readValue(text, lastOfEach) : value;
}

/** A JSON value whose objects have every value of a repeated name, because servers differ in which of them they use. */
export type JsonTree = string | number | boolean | null | readonly JsonTree[] | JsonMembers;
export type JsonMembers = ReadonlyMap<string, readonly JsonTree[]>;

/** The text must be valid. */
export function jsonTree(text: string): JsonTree {
  // The values of a tree are those of a JSON text and those of `allOfEach`.
  return readValue(text, allOfEach) as JsonTree;
}

/** In a valid text, escapes are in strings only, and names are the strings before a colon. */
function hasEscapedName(text: string): boolean {
  for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', at)) {
    at = endOfString(text, at);
    if (isName(text, at)) return true;
  }
  return false;
}

/** Whether a string that ends here is a name. */
function isName(text: string, end: number): boolean {
  let at = end;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return text.charCodeAt(at) === COLON;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** The position after the quote that ends a string; `at` is within the string, and not the second character of an escape. */
function endOfString(text: string, at: number): number {
  for (let here = at; here < text.length; here++) {
    const code = text.charCodeAt(here);
    if (code === QUOTE) return here + 1;
    if (code === BACKSLASH) here += 1;
  }
  return text.length;
}

/** Makes an object of names and the values at the same positions. */
type ObjectOf = (names: readonly string[], values: readonly unknown[]) => unknown;

/** Parses a text that is known to be valid. It does not recurse, because a text may have many levels. */
function readValue(text: string, objectOf: ObjectOf): unknown {
  const root: Open = { items: [], names: undefined };
  const open = [root];
  for (let at = 0; at < text.length; ) {
    const parent = open.at(-1) ?? root;
    const char = text[at];
    if (char === '{' || char === '[') {
      open.push({ items: [], names: char === '{' ? [] : undefined });
      at += 1;
    } else if (char === '}' || char === ']') {
      open.pop();
      open.at(-1)?.items.push(parent.names ? objectOf(parent.names, parent.items) : parent.items);
      at += 1;
    } else if (char === '"') {
      const end = endOfString(text, at + 1);
      const read: string = JSON.parse(text.slice(at, end));
      (isName(text, end) ? parent.names : parent.items)?.push(read);
      at = end;
    } else if (char === ',' || char === ':' || isSpace(text.charCodeAt(at))) {
      at += 1;
    } else {
      WORD.lastIndex = at;
      const [word = ''] = WORD.exec(text) ?? [];
      parent.items.push(JSON.parse(word));
      at += word.length;
    }
  }
  return root.items[0];
}

/** Of several members with the same name the last one counts, as for JSON.parse. */
const lastOfEach: ObjectOf = (names, values) =>
  Object.fromEntries(names.map((name, n) => [name, values[n]]));

const allOfEach: ObjectOf = (names, values) => {
  const members = new Map<string, unknown[]>();
  names.forEach((name, n) => {
    const known = members.get(name);
    if (known) known.push(values[n]);
    else members.set(name, [values[n]]);
  });
  return members;
};
