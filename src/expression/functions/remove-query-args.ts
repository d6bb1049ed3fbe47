import type { FunctionDefinition } from '../function-definition.ts';
import type { Value } from '../value.ts';
import { STRING } from '../value-type.ts';
import { TRANSFORM_PHASES } from './function-phases.ts';

/** `remove_query_args(http.request.uri.query, "utm_source", "utm_medium")` */
export const removeQueryArgs: FunctionDefinition = {
  name: 'remove_query_args',
  description: 'The query without the named arguments; the others keep their order.',
  parameters: [
    { name: 'query', types: ['String'], kind: 'field' },
    { name: 'name', types: ['String'], kind: 'literal' },
    { name: 'more', types: ['String'], kind: 'literal', optional: true, rest: true },
  ],
  result: () => STRING,
  phases: TRANSFORM_PHASES,
  prepare: ([, ...names]: readonly (Value | undefined)[]) => {
    const removed = new Set(names);
    return (query: string) =>
      query
        .split('&')
        .filter((pair) => !removed.has(pair.split('=', 1)[0]))
        .join('&');
  },
};
