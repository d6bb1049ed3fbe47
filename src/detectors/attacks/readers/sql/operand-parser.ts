import { facts, operands } from './facts.ts';
import { constantFunctions, functionFacts, serverNames } from './function-facts.ts';
import type { SqlLexer } from './lexer.ts';
import { prefixSigns } from './operators.ts';
import { isSchemaName, isServerVariable, namesCommandProcedure } from './schema-names.ts';
import { callableWords } from './sql-words.ts';

/** Deeper parentheses are skipped, so that the stack is bounded. */
const MAX_DEPTH = 48;
const prefixWords = new Set([
  'binary',
  'interval',
  'distinct',
  'any',
  'all',
  'some',
  'exists',
  'lateral',
]);
const literalWords = new Set(['true', 'false', 'null', 'unknown']);
/** Words between the arguments of functions such as `cast`, `substring` and `group_concat`. */
const argumentWords = new Set([
  'as',
  'using',
  'from',
  'for',
  'separator',
  'order',
  'by',
  'in',
  'distinct',
  'all',
  'over',
  'where',
  'limit',
]);

/** Reads operands: literals, names, calls, parentheses, signs. Operators and queries are left to subclasses. */
export abstract class OperandParser {
  readonly lexer: SqlLexer;
  /** Of the fragment so far. */
  facts = 0;
  /** Of the string that the text ended in. */
  openQuote = '';
  protected depth = 0;
  /** Functions that take characters of data, around the current argument. */
  #extractions = 0;

  constructor(lexer: SqlLexer) {
    this.lexer = lexer;
  }

  protected get isTooDeep(): boolean {
    return this.depth >= MAX_DEPTH;
  }

  protected abstract expression(minimum: number): number;
  protected abstract query(): void;
  /** `union`, `order by` and the like, after an operand in parentheses. */
  protected abstract clauses(): void;

  protected advance(): void {
    this.lexer.next();
    if (this.lexer.isAfterComment) this.facts |= facts.comment;
    if (this.lexer.isExecuted) this.facts |= facts.executedComment;
  }

  protected isWord(word: string): boolean {
    return this.lexer.word === word && this.lexer.kind === 'word';
  }

  protected operand(): number {
    for (;;) {
      const { lexer } = this;
      switch (lexer.kind) {
        case 'number':
          this.facts |= facts.term;
          this.advance();
          return operands.literal | operands.constant | operands.numeric;
        case 'string':
          return this.#strings();
        case 'variable':
          this.facts |= facts.term | (isServerVariable(lexer.word) ? facts.server : 0);
          this.advance();
          return operands.constant;
        case 'name':
          return this.#name();
        case 'open':
          if (!this.isTooDeep) return this.#parentheses();
          break;
        case 'operator':
          if (!prefixSigns.has(lexer.word)) return 0;
          this.facts |= facts.term;
          break;
        case 'word':
          if (!prefixWords.has(lexer.word)) return this.#word();
          if (lexer.word === 'binary') this.facts |= facts.operator | facts.term;
          break;
        default:
          return lexer.word === '{' ? this.#braces() : 0;
      }
      this.advance();
    }
  }

  /** Strings that follow each other are one string. */
  #strings(): number {
    const { text, start } = this.lexer;
    // Databases convert strings that begin with digits to numbers, and so to true.
    const isNumeric = /[1-9]/.test(text.charAt(start + 1));
    while (this.lexer.kind === 'string') {
      if (this.lexer.isOpen) this.openQuote = this.lexer.quote;
      this.advance();
    }
    return operands.literal | operands.constant | (isNumeric ? operands.numeric : 0);
  }

  #name(): number {
    const { lexer } = this;
    const name = lexer.word;
    this.facts |= facts.term;
    if (isSchemaName(name)) this.facts |= facts.schema;
    if (namesCommandProcedure(name)) this.facts |= facts.file;
    if (lexer.peek() === '(') {
      this.advance();
      if (this.lexer.kind === 'open') return this.call(name);
      return operands.name;
    }
    this.facts |= facts.named;
    if (lexer.isOpen) this.openQuote = lexer.quote;
    this.advance();
    if (serverNames.has(name)) {
      this.facts |= facts.server;
      return operands.call;
    }
    // A string with its character set: _utf8 'text'.
    if (name.startsWith('_') && this.lexer.kind === 'string') return this.#strings();
    return operands.name;
  }

  #word(): number {
    const { lexer } = this;
    const { word } = lexer;
    this.facts |= facts.term;
    if (literalWords.has(word)) {
      this.advance();
      return operands.literal | operands.constant | operands.numeric;
    }
    if (word === 'not') return this.negation();
    if (word === 'case') return this.#case();
    // Without parentheses around it, a query is a statement of its own.
    if (word === 'select') return this.depth > 0 ? this.#subquery() : 0;
    if (!callableWords.has(word) || lexer.peek() !== '(') return 0;
    this.advance();
    return this.lexer.kind === 'open' ? this.call(word) : 0;
  }

  #subquery(): number {
    if (this.isTooDeep) return 0;
    this.depth += 1;
    this.facts |= facts.subquery;
    this.query();
    this.depth -= 1;
    return operands.query;
  }

  protected abstract negation(): number;

  #case(): number {
    if (this.isTooDeep) return 0;
    this.depth += 1;
    this.advance();
    if (!this.isWord('when')) this.expression(0);
    let branches = 0;
    while (this.isWord('when')) {
      this.advance();
      this.expression(0);
      if (!this.isWord('then')) {
        this.facts |= facts.broken;
        break;
      }
      this.advance();
      this.expression(0);
      branches += 1;
    }
    if (branches > 0) this.facts |= facts.conditional;
    if (branches > 0 && this.isWord('else')) {
      this.advance();
      this.expression(0);
    }
    if (this.isWord('end')) this.advance();
    this.depth -= 1;
    return operands.call;
  }

  /** Escapes of ODBC, and MySQL's `{name expression}`. */
  #braces(): number {
    if (this.isTooDeep) return 0;
    this.advance();
    if (this.lexer.kind !== 'name') return 0;
    this.depth += 1;
    this.advance();
    const inner = this.expression(0);
    if (this.lexer.word === '}') this.advance();
    this.depth -= 1;
    return inner;
  }

  #parentheses(): number {
    this.depth += 1;
    this.advance();
    let inner = 0;
    if (this.isWord('select')) inner = this.#subquery();
    else {
      inner = this.expression(0);
      this.clauses();
      while (this.lexer.kind === 'comma') {
        this.advance();
        inner |= this.expression(0);
      }
    }
    if (this.lexer.kind === 'close') this.advance();
    this.depth -= 1;
    return inner;
  }

  /** The current token is the opening parenthesis. */
  protected call(name: string): number {
    if (this.isTooDeep) {
      this.advance();
      return operands.call;
    }
    const isExtraction = functionFacts.get(name)?.[0]?.fact === facts.extraction;
    if (isExtraction && this.#extractions > 0) this.facts |= facts.nestedExtraction;
    this.depth += 1;
    this.#extractions += isExtraction ? 1 : 0;
    const before = this.facts;
    this.facts = 0;
    this.advance();
    const list = this.#arguments();
    this.#extractions -= isExtraction ? 1 : 0;
    this.depth -= 1;
    this.#noteCall(name, list, this.facts);
    this.facts |= before;
    const isConstant = list.count > 0 ? list.isConstant : constantFunctions.has(name);
    return operands.call | (isConstant ? operands.constant : 0);
  }

  #arguments(): ArgumentList {
    const { lexer } = this;
    let count = 0;
    let isConstant = true;
    for (;;) {
      if (lexer.kind === 'comma' || (lexer.kind === 'word' && argumentWords.has(lexer.word))) {
        this.advance();
      } else if (lexer.kind === 'operator' && lexer.word === '*') {
        count += 1;
        isConstant = false;
        this.advance();
      } else {
        const found = this.expression(0);
        if (found === 0) break;
        count += 1;
        if ((found & operands.constant) === 0) isConstant = false;
      }
    }
    if (lexer.kind === 'close') this.advance();
    return { count, isConstant };
  }

  #noteCall(name: string, { count }: ArgumentList, inner: number): void {
    for (const { fact, minimum, maximum } of functionFacts.get(name) ?? []) {
      if (count >= minimum && count <= maximum) this.facts |= fact;
    }
    if ((inner & facts.server) !== 0) this.facts |= facts.nestedExtraction;
    const isConversion =
      name === 'cast' || name === 'convert' || name === 'exp' || name === 'to_char';
    // The database quotes the value that it cannot convert in its message.
    const data = facts.subquery | facts.server;
    if (isConversion && (inner & data) !== 0) this.facts |= facts.error;
  }
}

interface ArgumentList {
  readonly count: number;
  readonly isConstant: boolean;
}
