/** What one parse carries along: the position in the source, the words, the settings and the counts. */
import { ExpressionError } from '../expression-error.ts';
import type { Budget } from '../function-definition.ts';
import { defaultLimits, type ExpressionLimits } from '../limits.ts';
import { checkPattern } from '../regex/regex.ts';
import type { Scheme } from '../scheme.ts';
import type { ArgumentNode } from '../syntax.ts';
import { Lexer } from './lexer.ts';

export interface ParseOptions {
  readonly limits?: Partial<ExpressionLimits>;
  /** The phase of the expression; fields and functions of other phases are refused. */
  readonly phase?: string;
  /** Refuses fields of the other side: a request phase has no response yet. */
  readonly side?: 'request' | 'response';
  /** Accepts an unquoted host name after `eq` and `ne` on host name fields, as page policies contain it. */
  readonly lenientHost?: boolean;
  /** Accepts every list name: the text was checked when it was saved, and lists may have changed since. */
  readonly anyList?: boolean;
}

export class ParseState extends Lexer implements Budget {
  readonly scheme: Scheme;
  readonly options: ParseOptions;
  readonly limits: ExpressionLimits;
  /** Parses an argument with the whole grammar; see parse-argument.ts. */
  readonly parseArgument: (state: ParseState) => ArgumentNode;
  #depth = 0;
  #regexes = 0;
  #regexSize = 0;
  #replaceCalls = 0;

  constructor(
    source: string,
    scheme: Scheme,
    options: ParseOptions,
    parseArgument: (state: ParseState) => ArgumentNode,
  ) {
    super(source);
    this.scheme = scheme;
    this.options = options;
    this.limits = { ...defaultLimits, ...options.limits };
    this.parseArgument = parseArgument;
    this.#checkLength();
  }

  /** Runs `parse` one level deeper. */
  nested<Result>(start: number, parse: () => Result): Result {
    if (this.#depth >= this.limits.depth) {
      const reason = `maximum nesting depth exceeded (limit: ${this.limits.depth})`;
      this.fail(start, start + 1, reason);
    }
    this.#depth += 1;
    const result = parse();
    this.#depth -= 1;
    return result;
  }

  countRegex(start: number): void {
    this.#regexes += 1;
    if (this.#regexes <= this.limits.regexes) return;
    this.fail(start, this.at, `too many regular expressions (limit: ${this.limits.regexes})`);
  }

  takePattern(text: string): string | undefined {
    const checked = checkPattern(text, this.limits.regexProgramSize);
    if (checked.kind === 'problem') return checked.reason;
    this.#regexSize += checked.size;
    const limit = this.limits.regexTotalSize;
    if (this.#regexSize <= limit) return undefined;
    return `regular expressions are too large together (limit: ${limit})`;
  }

  countReplaceCall(start: number): void {
    this.#replaceCalls += 1;
    if (this.#replaceCalls <= this.limits.replaceCalls) return;
    const limit = this.limits.replaceCalls;
    this.fail(start, this.at, `too many calls of replacing functions (limit: ${limit})`);
  }

  #checkLength(): void {
    const limit = this.limits.characters;
    if (this.source.length <= limit) return;
    const length = [...this.source.trim().replace(/[ \r\n]+/g, ' ')].length;
    if (length <= limit) return;
    // The message quotes a prefix only, because the text may have any size.
    const prefix = `${this.source.slice(0, 60).replace(/\s+/g, ' ')}…`;
    const reason = `expression is too long: ${length} characters (limit: ${limit})`;
    throw new ExpressionError(prefix, { start: 0, end: prefix.length }, reason);
  }
}
