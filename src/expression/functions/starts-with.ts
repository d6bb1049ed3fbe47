import type { FunctionDefinition } from '../function-definition.ts';
import { BOOL } from '../value-type.ts';

/** `starts_with(http.request.uri.path, "/admin")` */
export const startsWith: FunctionDefinition = {
  name: 'starts_with',
  description: 'True when the string begins with the other one.',
  parameters: [
    { name: 'source', types: ['String'], kind: 'field' },
    { name: 'beginning', types: ['String'], kind: 'either' },
  ],
  result: () => BOOL,
  prepare: () => (source: string, beginning: string) => source.startsWith(beginning),
};
