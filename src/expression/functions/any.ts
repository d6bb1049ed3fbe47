import type { FunctionDefinition } from '../function-definition.ts';
import { BOOL } from '../value-type.ts';

/** `any(http.request.headers["x-tag"][*] eq "beta")`. Usually the compiler evaluates it without building the array. */
export const any: FunctionDefinition = {
  name: 'any',
  description: 'True when one of the elements is true; false for an empty array.',
  parameters: [{ name: 'truths', types: ['Array<Bool>'], kind: 'field' }],
  result: () => BOOL,
  prepare: () => (truths: readonly boolean[]) => truths.includes(true),
};
