import type { SqlLexer } from './lexer.ts';
import { type StatementShape, statementShapes } from './statement-shapes.ts';

const PROCEDURE = /^(?:(?:\w+\.)*(?:sp_|xp_|dbms_|utl_)\w+|(?:\w+\.){2,}\w+|\w+\.\.\w+)$/;

/** By the names that shapes use for them. */
const kinds: Readonly<Record<string, (lexer: SqlLexer) => boolean>> = {
  NAME: ({ kind }) => kind === 'name' || kind === 'string' || kind === 'variable',
  VALUE: ({ kind }) =>
    kind === 'name' || kind === 'string' || kind === 'variable' || kind === 'number',
  STRING: ({ kind }) => kind === 'string',
  PROCEDURE: ({ kind, word }) => kind === 'name' && PROCEDURE.test(word),
  '@': ({ kind }) => kind === 'variable',
  '(': ({ kind }) => kind === 'open',
};

/**
 * The shape of the statement that begins at the current token, which is then the first one after it. If there is none,
 * the lexer stays where it is.
 */
export function readStatement(lexer: SqlLexer): StatementShape | undefined {
  if (lexer.kind !== 'name' && lexer.kind !== 'word') return undefined;
  const candidates = statementShapes.get(lexer.word);
  if (candidates === undefined) return undefined;
  const { start } = lexer;
  for (const shape of candidates) {
    lexer.next();
    if (matches(lexer, shape)) return shape;
    lexer.seek(start);
  }
  return undefined;
}

function matches(lexer: SqlLexer, { steps }: StatementShape): boolean {
  for (const [index, { choices, isOptional }] of steps.entries()) {
    if (choices.some((choice) => kinds[choice]?.(lexer) ?? isWord(lexer, choice))) {
      // What is in the last parentheses is read as an expression.
      if (lexer.kind !== 'open' || index < steps.length - 1) lexer.next();
    } else if (!isOptional) return false;
  }
  return true;
}

const isWord = ({ kind, word }: SqlLexer, choice: string): boolean =>
  word === choice && kind !== 'string';
