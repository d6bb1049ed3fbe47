import type { FunctionDefinition } from '../function-definition.ts';
import { BOOL } from '../value-type.ts';

/** `all(http.request.headers["x-tag"][*] ne "")`. The compiler runs it without the array. */
export const all: FunctionDefinition = {
  name: 'all',
  description: 'True when every one of the truths is true, and for an empty array.',
  parameters: [{ name: 'truths', types: ['Array<Bool>'], kind: 'field' }],
  result: () => BOOL,
  prepare: () => (truths: readonly boolean[]) => !truths.includes(false),
};
