import { facts, operands } from './facts.ts';
import { QueryParser } from './query-parser.ts';
import { namesCommandProcedure } from './schema-names.ts';
import { readStatement } from './statement-reader.ts';
import type { StatementLength } from './statement-shapes.ts';

/** What stands before a fragment. */
export type Left =
  /** Nothing: the text begins. */
  | 'start'
  /** The quote that ends a string of the statement around the value. */
  | 'quote'
  | 'semicolon'
  /** A statement, or a condition before one. */
  | 'statement'
  /** The quote that ends a string of the statement, without an operator. Some databases begin a new statement there. */
  | 'after-quote'
  | 'number'
  | 'word';

export type Ending =
  /** A comment cuts off the rest of the statement around the value. */
  | 'cut'
  /** The text ends in a string that the quote of the statement around the value closes. */
  | 'resumed'
  | 'end'
  /** The text ends, and the quote of the statement around the value stays open. */
  | 'dangling'
  | 'semicolon'
  /** Something follows that does not belong to the fragment. */
  | 'junk';

/** A part of a text that is SQL without a gap. */
export interface Fragment {
  readonly left: Left;
  readonly start: number;
  readonly end: number;
  readonly facts: number;
  readonly ending: Ending;
  /** Of a statement other than a query. */
  readonly statement: 'none' | StatementLength;
  /** The first operand. */
  readonly first: number;
}

const statementFacts: Readonly<Record<string, number>> = {
  waitfor: facts.delay,
  load: facts.file,
  copy: facts.file,
  backup: facts.file,
  attach: facts.file,
};
const logicWords = new Set(['and', 'or', 'xor']);

/** Divides a text into fragments. */
export class FragmentParser extends QueryParser {
  /** The quote of the context; empty for none. */
  readonly quote: string;

  constructor(lexer: QueryParser['lexer'], quote: string) {
    super(lexer);
    this.quote = quote;
    this.advance();
  }

  skip(): void {
    this.advance();
  }

  next(left: Left): Fragment {
    this.facts = 0;
    this.openQuote = '';
    const { start } = this.lexer;
    const statement = left === 'quote' ? 'none' : this.#statement();
    const first = statement === 'none' ? this.#first(left) : this.operand();
    this.#tail(first);
    return {
      left,
      start,
      end: this.lexer.start, // of the token after the fragment, which is read already
      facts: this.facts,
      ending: this.#ending(),
      statement,
      first: statement === 'none' ? first : 0,
    };
  }

  #statement(): Fragment['statement'] {
    const { word, start, text } = this.lexer;
    const shape = readStatement(this.lexer);
    if (shape === undefined) return 'none';
    const isCommand = namesCommandProcedure(text.slice(start, this.lexer.end));
    this.facts |= (statementFacts[word] ?? 0) | (isCommand ? facts.file : 0);
    return shape.length;
  }

  #first(left: Left): number {
    const { lexer } = this;
    if (left === 'quote') {
      if (lexer.kind === 'string' && lexer.quote === this.quote) this.operand();
      return operands.literal | operands.constant;
    }
    const isJoined = logicWords.has(lexer.word) || lexer.word === '||' || lexer.word === '&&';
    if (left === 'start' && isJoined) {
      this.facts |= facts.constantOperand;
      return operands.call;
    }
    if (this.isWord('select')) {
      this.query();
      return operands.query;
    }
    return this.operand();
  }

  /** Operators, clauses, and the closing parentheses of the statement around the value. */
  #tail(first: number): void {
    let operand = first;
    for (let before = -1; before !== this.lexer.start; ) {
      before = this.lexer.start;
      if (operand !== 0) operand = this.continued(operand, 0);
      this.clauses();
      if (this.lexer.kind !== 'close') continue;
      this.facts |= facts.closed;
      this.advance();
      operand = (operand === 0 ? operands.call : operand) & ~operands.literal;
    }
  }

  #ending(): Ending {
    switch (this.lexer.kind) {
      case 'cut':
        return 'cut';
      case 'semicolon':
        return 'semicolon';
      case 'end':
        // MySQL reads an open quoted name up to the end as nothing.
        if (this.openQuote === '`' && this.quote !== '`') return 'cut';
        if (this.quote === '') return 'end';
        return this.openQuote === this.quote ? 'resumed' : 'dangling';
      default:
        return 'junk';
    }
  }
}
