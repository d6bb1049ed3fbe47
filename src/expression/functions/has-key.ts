import type { FunctionDefinition } from '../function-definition.ts';
import type { Value } from '../value.ts';
import { BOOL } from '../value-type.ts';

/** `has_key(http.request.headers, "x-tag")` */
export const hasKey: FunctionDefinition = {
  name: 'has_key',
  description: 'True when the map has the key.',
  parameters: [
    { name: 'map', types: ['Map'], kind: 'field' },
    { name: 'key', types: ['String'], kind: 'either' },
  ],
  result: () => BOOL,
  prepare: () => (map: ReadonlyMap<string, Value>, key: string) => map.has(key),
};
