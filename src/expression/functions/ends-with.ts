import type { FunctionDefinition } from '../function-definition.ts';
import { BOOL } from '../value-type.ts';

/** `ends_with(http.request.uri.path, ".php")` */
export const endsWith: FunctionDefinition = {
  name: 'ends_with',
  description: 'True when the string ends with the other one.',
  parameters: [
    { name: 'source', types: ['String'], kind: 'field' },
    { name: 'ending', types: ['String'], kind: 'either' },
  ],
  result: () => BOOL,
  prepare: () => (source: string, ending: string) => source.endsWith(ending),
};
