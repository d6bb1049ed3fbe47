import type { FunctionDefinition } from '../function-definition.ts';
import { INT } from '../value-type.ts';
import { followPath, type JsonText, lookupParameters, readJson } from './json-lookup.ts';

/** `lookup_json_integer(http.request.body.raw, "order", "items", 0, "count") gt 100` */
export const lookupJsonInteger: FunctionDefinition = {
  name: 'lookup_json_integer',
  description:
    'The integer at a path of names and positions in a JSON text; missing for any other value, such as 42.0.',
  parameters: lookupParameters,
  result: () => INT,
  prepare:
    () =>
    (text: string, ...path: (string | number)[]) => {
      const json = readJson(text);
      const found = followPath(json?.document, path);
      if (!json || typeof found !== 'number' || !Number.isSafeInteger(found)) return undefined;
      return typeof followPath(integersOf(json), path) === 'number' ? found + 0 : undefined;
    },
};

const known = new WeakMap<JsonText, unknown>();

/**
 * The document without numbers that were not written as integers. Parsing loses the spelling, so a
 * text with fractions or exponents is parsed a second time.
 */
function integersOf(json: JsonText): unknown {
  if (!/\d(?:\.\d|[eE])/.test(json.text)) return json.document;
  if (!known.has(json)) known.set(json, JSON.parse(json.text, integersOnly));
  return known.get(json);
}

/** The third argument, the source text of a primitive, is newer than the type declarations. */
function integersOnly(_key: string, value: unknown, ...[context]: { source?: string }[]): unknown {
  if (typeof value !== 'number') return value;
  return /^-?\d+$/.test(context?.source ?? '') ? value : null;
}
