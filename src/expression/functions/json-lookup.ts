/** The common part of the two JSON lookups: parsing the text and following the path. */

import { withoutDeepParts } from '../../kernel/json-depth.ts';
import { jsonValue } from '../../kernel/json-value.ts';
import { fromByteString } from '../byte-string.ts';
import type { Parameter } from '../function-definition.ts';
import { closeCutJson } from './cut-json.ts';
import { decodeJson } from './decode-json.ts';

export const lookupParameters: readonly Parameter[] = [
  { name: 'json', types: ['String'], kind: 'field' },
  { name: 'key', types: ['String', 'Int'], kind: 'either' },
  { name: 'more', types: ['String', 'Int'], kind: 'either', optional: true, rest: true },
];

/** No rule needs more, and deeper texts are not safe to parse: deeper values count as null. */
const MAX_DEPTH = 128;

export interface JsonText {
  /** The parsed text: decoded, and completed if it was truncated. */
  readonly text: string;
  readonly document: unknown;
}

/** Many rules look up the same body, so the last document is cached. */
let last: { readonly bytes: string; readonly found: JsonText | undefined } | undefined;

/** The parsed document, or the prefix of a truncated one. Undefined if it is not JSON. */
export function readJson(bytes: string): JsonText | undefined {
  if (last?.bytes === bytes) return last.found;
  const text = withoutDeepParts(decodeJson(bytes), MAX_DEPTH);
  const found = parse(text) ?? parse(closeCutJson(text));
  last = { bytes, found };
  return found;
}

function parse(text: string): JsonText | undefined {
  try {
    return { text, document: jsonValue(text) };
  } catch {
    return undefined;
  }
}

/** Names select members of objects, positions elements of arrays; anything else is undefined. */
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
