import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import type { AttackReader, ReadContext } from '../../attack-reader.ts';
import { type ExpressionPiece, expressionPieces } from './expression-pieces.ts';
import { type Expression, expressionsOf } from './expressions.ts';
import { statementPieces } from './statement-pieces.ts';

/** Patterns that look at the content of an expression. */
const PASSES = 4;

/** Reads a value as a template, and its expressions as code of the languages that templates are written in. */
export const templateReader: AttackReader = {
  name: 'template',
  triggers: [
    {
      words: [
        '{{',
        '{%',
        '<%',
        '${',
        '#{',
        '%{',
        '*{',
        '@{',
        '{php',
        '{$smarty',
        '{system',
        '{if ',
        '{self::',
        '{math',
        '{fetch',
        '{include',
      ],
    },
    { words: ['}{$'], with: '(' },
    { words: ['root.process', 'global.process'] },
    {
      words: [
        '$\\',
        '@(',
        '{smarty',
        '{exec',
        '{pass',
        '{shell',
        '{phpinfo',
        '{eval',
        '{readfile',
        '{file_get',
      ],
      with: '{(',
    },
    {
      words: [
        '?new',
        '?api',
        '?eval',
        '?lower_abc',
        '<#',
        '[#',
        '#set',
        '#evaluate',
        '#include',
        '#parse',
        '#foreach',
      ],
      with: '($<',
    },
    {
      words: [
        '__class__',
        '__init__',
        '__globals__',
        '__mro__',
        '__subclasses__',
        '__builtins__',
        '__import__',
      ],
    },
    {
      words: [
        'os.system',
        'os.popen',
        'subprocess.',
        'os.execute',
        'io.popen',
        'child_process',
        'mainmodule',
        'process.binding',
        'require(',
      ],
      with: '(.',
    },
    { words: ['freemarker.template'] },
    { words: ['.class.', '.getclass'], with: '$' },
  ],
  read(text, context) {
    const { value, role } = context;
    if (value.place === 'file' && value.isName !== true) return;
    const isQuoted = role === 'prose' || role === 'code' || role === 'markup';
    readPieces(statementPieces, text, isQuoted, context);
    readExpressions(text, isQuoted, context);
  },
};

function readPieces(
  pieces: readonly ExpressionPiece[],
  text: string,
  isQuoted: boolean,
  { budget, report }: ReadContext,
): void {
  for (const { sign, strength, pattern } of pieces) {
    if (!budget.take(text.length >> 3)) return;
    const match = pattern.exec(text);
    if (match)
      report(sign, isQuoted ? 'weak' : strength, match.index, match.index + match[0].length);
  }
}

function readExpressions(text: string, isQuoted: boolean, context: ReadContext): void {
  for (const expression of expressionsOf(text, context.budget)) {
    if (!context.budget.take(PASSES * expression.content.length)) return;
    for (const piece of expressionPieces) {
      const strength = pieceStrength(piece, expression, text);
      if (strength === undefined) continue;
      context.report(piece.sign, isQuoted ? 'weak' : strength, expression.start, expression.end);
    }
  }
}

function pieceStrength(
  { sign, strength, delimiters, pattern }: ExpressionPiece,
  { delimiter, content, isDisguised, start, end }: Expression,
  text: string,
): Strength | undefined {
  if (delimiters && !delimiters.includes(delimiter)) return undefined;
  if (!delimiters && (delimiter === '{' || delimiter === '@(')) return undefined;
  if (!pattern.test(content)) return undefined;
  if (sign !== 'template-arithmetic') return strength;
  if (isDisguised) return 'clear';
  // Sets, quantifiers and parts of dates have one brace or bracket as well.
  const isWhole = start === 0 && end === text.length;
  return delimiter === '{' || delimiter === '@('
    ? isWhole && content.includes('*')
      ? 'likely'
      : undefined
    : strength;
}
