import type { FunctionDefinition } from '../function-definition.ts';
import { BOOL } from '../value-type.ts';

/** `any(http.request.headers["x-tag"][*] eq "beta")`. The compiler runs it without the array. */
export const any: FunctionDefinition = {
  name: 'any',
  description: 'True when one of the truths is true; false for an empty array.',
  parameters: [{ name: 'truths', types: ['Array<Bool>'], kind: 'field' }],
  result: () => BOOL,
  prepare: () => (truths: readonly boolean[]) => truths.includes(true),
};
