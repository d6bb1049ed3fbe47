import { toByteString } from '../byte-string.ts';
import type { FunctionDefinition } from '../function-definition.ts';
import { STRING } from '../value-type.ts';
import { followPath, lookupParameters, readJson } from './json-lookup.ts';

/** `lookup_json_string(http.request.body.raw, "user", "name") eq "root"` */
export const lookupJsonString: FunctionDefinition = {
  name: 'lookup_json_string',
  description:
    'The string at a path of names and positions in a JSON text; missing for any other value.',
  parameters: lookupParameters,
  result: () => STRING,
  prepare:
    () =>
    (text: string, ...path: (string | number)[]) => {
      const found = followPath(readJson(text)?.document, path);
      return typeof found === 'string' ? toByteString(found) : undefined;
    },
};
