/** What the two JSON lookups share: reading the text and following the path. */
import { fromByteString } from '../byte-string.ts';
import type { Parameter } from '../function-definition.ts';
import { closeCutJson } from './cut-json.ts';

export const lookupParameters: readonly Parameter[] = [
  { name: 'json', types: ['String'], kind: 'field' },
  { name: 'key', types: ['String', 'Int'], kind: 'either' },
  { name: 'more', types: ['String', 'Int'], kind: 'either', optional: true, rest: true },
];

/** Many rules ask the same body: the last document read is kept. */
let last: { readonly text: string; readonly document: unknown } | undefined;

/** The parsed document; of one that was cut off, what came before. Undefined for what is no JSON. */
export function readJson(text: string): unknown {
  if (last?.text === text) return last.document;
  const document = parse(text);
  last = { text, document };
  return document;
}

function parse(text: string): unknown {
  return parseWhole(text) ?? parseWhole(closeCutJson(text));
}

function parseWhole(text: string): unknown {
  try {
    return JSON.parse(fromByteString(text));
  } catch {
    return undefined;
  }
}

/** Names go into objects, positions into arrays; anything else finds nothing. */
export function followPath(document: unknown, path: readonly (string | number)[]): unknown {
  let here = document;
  for (const key of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    const name = typeof key === 'string' ? fromByteString(key) : key;
    if (Array.isArray(here) !== (typeof key === 'number') || !Object.hasOwn(here, name)) {
      return undefined;
    }
    here = (here as Record<string | number, unknown>)[name];
  }
  return here;
}
