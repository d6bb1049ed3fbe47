import { asciiLower } from '../ascii-case.ts';
import type { FunctionDefinition } from '../function-definition.ts';
import { STRING } from '../value-type.ts';

/** `lower(http.host) eq "shop.example.com"` */
export const lower: FunctionDefinition = {
  name: 'lower',
  description: 'The string with ASCII letters in lower case.',
  parameters: [{ name: 'string', types: ['String'], kind: 'field' }],
  result: () => STRING,
  prepare: () => asciiLower,
};
