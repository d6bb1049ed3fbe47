import { fromByteString } from '../byte-string.ts';
import type { FunctionDefinition } from '../function-definition.ts';
import { INT } from '../value-type.ts';
import { followPath, lookupParameters, readJson } from './json-lookup.ts';

/** `lookup_json_integer(http.request.body.raw, "order", "items", 0, "count") gt 100` */
export const lookupJsonInteger: FunctionDefinition = {
  name: 'lookup_json_integer',
  description:
    'The integer at a path of names and positions in a JSON text; missing if it is none. 42.0 is none.',
  parameters: lookupParameters,
  result: () => INT,
  prepare:
    () =>
    (text: string, ...path: (string | number)[]) => {
      const found = followPath(readJson(text), path);
      if (typeof found !== 'number' || !Number.isSafeInteger(found)) return undefined;
      return isWrittenAsInteger(text, path) ? found + 0 : undefined;
    },
};

/** The spelling is lost in parsing: where there are fractions or exponents, it is looked at again. */
function isWrittenAsInteger(text: string, path: readonly (string | number)[]): boolean {
  if (!/\d(?:\.\d|[eE])/.test(text)) return true;
  const document: unknown = JSON.parse(fromByteString(text), integersOnly);
  return typeof followPath(document, path) === 'number';
}

/** The third argument, the source text of a primitive, is newer than the type declarations. */
function integersOnly(_key: string, value: unknown, ...[context]: { source?: string }[]): unknown {
  if (typeof value !== 'number') return value;
  return /^-?\d+$/.test(context?.source ?? '') ? value : null;
}
