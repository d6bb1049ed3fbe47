import type { FunctionDefinition } from '../function-definition.ts';
import { INT } from '../value-type.ts';

/** `len(http.request.headers["x-tag"]) ge 0` tests for presence: the length of a missing value is missing. */
export const len: FunctionDefinition = {
  name: 'len',
  description: 'The number of bytes of a string, or of elements of an array.',
  parameters: [{ name: 'value', types: ['String', 'Array'], kind: 'field' }],
  result: () => INT,
  prepare: () => (value: string | readonly unknown[]) => value.length,
};
