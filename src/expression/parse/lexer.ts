/**
 * Reads pieces of the source at a moving position. What a literal means depends on the type to its left,
 * so there is no stream of tokens: the parser asks for the piece it needs.
 */
import { ExpressionError } from '../expression-error.ts';
import type { OperatorRow } from '../operators.ts';

const IDENTIFIER_CHARACTER = /[A-Za-z0-9_]/;

export class Lexer {
  readonly source: string;
  at = 0;

  constructor(source: string) {
    this.source = source;
  }

  get atEnd(): boolean {
    return this.at >= this.source.length;
  }

  /** The next character, or the empty string at the end. */
  get next(): string {
    return this.source.charAt(this.at);
  }

  /** A TAB is not white space: its width is unknown, so carets would be misaligned. */
  skipSpace(): void {
    while (this.next === ' ' || this.next === '\r' || this.next === '\n') this.at += 1;
  }

  accept(text: string): boolean {
    if (!this.source.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  expect(text: string): void {
    if (!this.accept(text)) this.failHere(`expected literal ${JSON.stringify(text)}`);
  }

  /** The longest run that `pattern` (sticky) matches here; `name` is what the error expects. */
  takeRun(pattern: RegExp, name: string): string {
    pattern.lastIndex = this.at;
    const run = pattern.exec(this.source)?.[0];
    if (!run) this.failHere(`expected ${name}`);
    this.at += run.length;
    return run;
  }

  /** Consumes the first operator of the table that matches here. */
  acceptOperator<Row extends OperatorRow<unknown>>(rows: readonly Row[]): Row | undefined {
    return rows.find((row) => row.spellings.some((spelling) => this.#acceptSpelling(spelling)));
  }

  #acceptSpelling(spelling: string): boolean {
    const start = this.at;
    for (const [index, part] of spelling.split(' ').entries()) {
      if (index > 0) this.skipSpace();
      if (!this.accept(part) || !this.#endsAfter(part)) {
        this.at = start;
        return false;
      }
    }
    return true;
  }

  /** `eq` is not an operator in `equal`, nor `&` in `&&`. */
  #endsAfter(part: string): boolean {
    if (part === '&') return this.next !== '&';
    return !IDENTIFIER_CHARACTER.test(part) || !IDENTIFIER_CHARACTER.test(this.next);
  }

  failHere(reason: string): never {
    this.fail(this.at, this.at, reason);
  }

  fail(start: number, end: number, reason: string, suggestion?: string): never {
    throw new ExpressionError(this.source, { start, end }, reason, suggestion);
  }
}
