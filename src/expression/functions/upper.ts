import { asciiUpper } from '../ascii-case.ts';
import type { FunctionDefinition } from '../function-definition.ts';
import { STRING } from '../value-type.ts';

/** `upper(http.request.method) eq "POST"` */
export const upper: FunctionDefinition = {
  name: 'upper',
  description: 'The string with ASCII letters in upper case.',
  parameters: [{ name: 'string', types: ['String'], kind: 'field' }],
  result: () => STRING,
  prepare: () => asciiUpper,
};
