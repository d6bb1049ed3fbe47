import type { FunctionDefinition } from '../function-definition.ts';
import { STRING } from '../value-type.ts';

/** `join(http.request.headers["x-tag"], ",") eq "alpha,Beta"` */
export const join: FunctionDefinition = {
  name: 'join',
  description: 'The strings of an array joined into one, with the separator between them.',
  parameters: [
    { name: 'items', types: ['Array<String>'], kind: 'field' },
    { name: 'separator', types: ['String'], kind: 'either' },
  ],
  result: () => STRING,
  prepare: () => (items: readonly string[], separator: string) => items.join(separator),
};
