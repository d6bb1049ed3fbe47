import type { AttackReader } from '../../attack-reader.ts';
import { readExpression } from './expression-reader.ts';

/** Reads values as XPath that continues an expression. Paths alone are frequent: they name elements of pages. */
export const xpathReader: AttackReader = {
  name: 'xpath',
  triggers: [
    {
      words: [
        'position()',
        'true()',
        'false()',
        'last()',
        'text()',
        'node()',
        'comment()',
        'name(',
        'count(',
        'string-length(',
        'doc(',
        'document(',
        'doc-available(',
        'unparsed-text(',
        'starts-with(',
        'contains(',
        'substring(',
        '::',
        'string(',
        'normalize-space(',
      ],
      with: '\'"])|0',
    },
    {
      words: ['|/', '| /', 'or /', 'and /', '|*', '| *', 'or @', 'and @', 'or .', 'and .'],
      with: '\'"])',
    },
  ],
  read(text, context) {
    if (context.value.isName || context.value.fileName !== undefined) return;
    readExpression(text, context);
  },
};
