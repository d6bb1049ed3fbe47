import type { FunctionDefinition } from '../function-definition.ts';
import { arrayOf, STRING } from '../value-type.ts';
import { SPLIT_PHASES } from './function-phases.ts';

/** `split(http.cookie, "; ", 16)[0]` */
export const split: FunctionDefinition = {
  name: 'split',
  description:
    'The parts between separators, at most limit (1 to 128); the last one keeps the rest.',
  parameters: [
    { name: 'source', types: ['String'], kind: 'field' },
    { name: 'separator', types: ['String'], kind: 'literal' },
    { name: 'limit', types: ['Int'], kind: 'literal' },
  ],
  result: () => arrayOf(STRING),
  phases: SPLIT_PHASES,
  complain: (args, index) => {
    if (index === 1 && args[1]?.literal === '') return 'expected a separator that is not empty';
    const limit = Number(args[2]?.literal);
    return index === 2 && (limit < 1 || limit > 128) ? 'expected 1 to 128' : undefined;
  },
  prepare: () => parts,
};

function parts(source: string, separator: string, limit: number): readonly string[] {
  const found: string[] = [];
  let at = 0;
  while (found.length < limit - 1) {
    const end = source.indexOf(separator, at);
    if (end === -1) break;
    found.push(source.slice(at, end));
    at = end + separator.length;
  }
  found.push(source.slice(at));
  return found;
}
