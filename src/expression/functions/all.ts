import type { FunctionDefinition } from '../function-definition.ts';
import { BOOL } from '../value-type.ts';

/** `all(http.request.headers["x-tag"][*] ne "")`. Usually the compiler evaluates it without building the array. */
export const all: FunctionDefinition = {
  name: 'all',
  description: 'True when all of the elements are true, and for an empty array.',
  parameters: [{ name: 'truths', types: ['Array<Bool>'], kind: 'field' }],
  result: () => BOOL,
  prepare: () => (truths: readonly boolean[]) => !truths.includes(false),
};
