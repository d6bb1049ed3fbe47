import type { AttackReader } from '../../attack-reader.ts';
import { readCypher } from './cypher.ts';
import { readOperatorName } from './operator-name.ts';
import { queryOperators } from './query-operators.ts';
import { readScript } from './script-text.ts';

/** Reads names as operators of document databases, and texts as JavaScript in their queries. */
export const nosqlReader: AttackReader = {
  name: 'nosql',
  triggers: [
    { words: [...queryOperators.keys()] },
    { words: ["'||", "' ||", "'&&", "' &&", '"||', '" ||', '"&&', '" &&'], with: '=.(1/' },
    { words: ['return', 'this.', 'while(', 'sleep(', 'tojson', 'var '], with: ';' },
    { words: ['this.'], with: '|&' },
    { words: ['db.'], with: '(' },
    { words: ['mapreduce'] },
    {
      words: [
        'match (',
        'match(',
        'delete ',
        'return ',
        'load csv',
        'call db',
        'call apoc',
        'merge (',
      ],
      with: '\'"',
    },
  ],
  read(text, context) {
    if (context.value.isName) readOperatorName(text, context);
    else if (context.value.fileName === undefined) {
      readScript(text, context);
      readCypher(text, context);
    }
  },
};
