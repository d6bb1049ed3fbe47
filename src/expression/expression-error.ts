/**
 * The error for invalid expression text, with line, column, carets under the piece and what
 * was expected. The message has the three lines of the rulesets API.
 */
import { PalisadeError } from '../kernel/palisade-error.ts';

/** Offsets into the source text, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export class ExpressionError extends PalisadeError {
  /** What is wrong, without position and suggestion. */
  readonly reason: string;
  /** The name that was probably meant, for a misspelt field, function or list. */
  readonly suggestion: string | undefined;
  readonly span: Span;
  /** From 1, like the column, which counts characters and not UTF-16 units. */
  readonly line: number;
  readonly column: number;

  constructor(source: string, span: Span, reason: string, suggestion?: string) {
    const position = locate(source, span);
    const hint = suggestion === undefined ? '' : `, did you mean "${suggestion}"?`;
    super(
      'expression_invalid',
      `Filter parsing error (${position.line}:${position.column}):\n${position.text}\n` +
        `${' '.repeat(position.column - 1)}${'^'.repeat(position.width)} ${reason}${hint}`,
    );
    this.reason = reason;
    this.suggestion = suggestion;
    this.span = span;
    this.line = position.line;
    this.column = position.column;
  }
}

/** The position of a span; a span that crosses a line break is underlined up to it. */
function locate(source: string, span: Span) {
  const lineStart = span.start === 0 ? 0 : source.lastIndexOf('\n', span.start - 1) + 1;
  const lineBreak = source.indexOf('\n', lineStart);
  const lineEnd = lineBreak === -1 ? source.length : lineBreak;
  const end = Math.max(span.start, Math.min(span.end, lineEnd));
  return {
    line: countBreaks(source, lineStart) + 1,
    column: characters(source.slice(lineStart, span.start)) + 1,
    width: Math.max(1, characters(source.slice(span.start, end))),
    text: source.slice(lineStart, lineEnd).replace(/\r$/, ''),
  };
}

function countBreaks(source: string, before: number): number {
  let count = 0;
  for (let at = source.indexOf('\n'); at !== -1 && at < before; at = source.indexOf('\n', at + 1)) {
    count += 1;
  }
  return count;
}

function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
