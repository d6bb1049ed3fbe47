import type { AttackReader } from '../../attack-reader.ts';
import { type Report, readEntities } from './read-entities.ts';
import { readInclusions } from './read-inclusions.ts';
import { readTransforms } from './read-transforms.ts';

/** Encodings that parsers accept and filters do not read. */
const ENCODING =
  /^[\s\S]{0,3}<\?xml[^>]{0,60}encoding\s{0,9}=\s{0,9}["'](utf-7|utf7|ibm\d+|cp\d{3,4}|ebcdic[\w-]*|utf-32\w*|ucs-?4)["']/i;
const PASSES = 4;

/** Reads a value as XML with entities or inclusions. */
export const xmlReader: AttackReader = {
  name: 'xml',
  triggers: [
    { words: ['<!entity', '!entity'] },
    { words: ['<!doctype'], with: '"\'' },
    { words: ['/xinclude', 'xml-stylesheet'], with: '<' },
    { words: ['xsl/transform', '<xsl:'], with: '<' },
    {
      words: [
        'utf-7',
        'utf7',
        'ibm',
        'cp037',
        'cp500',
        'cp1047',
        'ebcdic',
        'utf-32',
        'ucs4',
        'ucs-4',
      ],
      with: '?',
    },
  ],
  readsDocuments: true,
  read(text, context) {
    if (!context.budget.take(PASSES * text.length)) return;
    // In a text about XML the declarations stand somewhere in the middle; a document begins with them.
    const isTalk = context.role === 'prose' || (context.role === 'code' && !/^\s*</.test(text));
    const report: Report = isTalk
      ? (sign, _, start, end) => context.report(sign, 'weak', start, end)
      : context.report;
    readEntities(text, report);
    readInclusions(text, report);
    readTransforms(text, report);
    const encoding = ENCODING.exec(text);
    if (encoding) report('xml-encoding', 'likely', 0, encoding[0].length);
  },
};
