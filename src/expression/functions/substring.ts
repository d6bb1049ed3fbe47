import type { FunctionDefinition } from '../function-definition.ts';
import { STRING } from '../value-type.ts';

/** `substring(http.request.uri.path, -4) eq ".php"` */
export const substring: FunctionDefinition = {
  name: 'substring',
  description:
    'The bytes from start up to end, which is not included; negative positions count from the end.',
  parameters: [
    { name: 'source', types: ['String'], kind: 'field' },
    { name: 'start', types: ['Int'], kind: 'either' },
    { name: 'end', types: ['Int'], kind: 'either', optional: true },
  ],
  result: () => STRING,
  prepare: () => (source: string, start: number, end?: number) => source.slice(start, end),
};
