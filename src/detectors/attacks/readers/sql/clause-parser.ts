import { ExpressionParser } from './expression-parser.ts';
import { facts, operands } from './facts.ts';

/** A number or string as the key of an order counts columns. */
const constantKey = operands.literal | operands.constant;
const decided = operands.comparison | operands.constant;

/** Reads the clauses that can follow a query or a value. Each method returns whether it has read something. */
export abstract class ClauseParser extends ExpressionParser {
  protected clauses(isInQuery = false): void {
    while (this.lexer.kind === 'word' && this.#clause(this.lexer.word, isInQuery));
  }

  protected abstract union(word: string): boolean;
  protected abstract from(): boolean;

  #clause(word: string, isInQuery: boolean): boolean {
    switch (word) {
      case 'union':
      case 'intersect':
      case 'except':
      case 'minus':
        return this.union(word);
      case 'from':
        return isInQuery && this.from();
      case 'where':
      case 'having':
        return this.#condition(word, isInQuery);
      case 'group':
      case 'order':
        return this.#ordering(isInQuery);
      case 'limit':
      case 'offset':
      case 'fetch':
        return this.#limit(isInQuery);
      case 'into':
        return this.#into();
      case 'procedure':
        return this.#procedure();
      case 'for':
        return this.#lock();
      default:
        return false;
    }
  }

  /** Goes back to a word that begins no clause here. */
  protected giveUp(start: number): false {
    this.lexer.seek(start);
    return false;
  }

  #condition(word: string, isInQuery: boolean): boolean {
    this.advance();
    const condition = this.expression(0);
    if (condition === 0) this.facts |= facts.broken;
    else if (isInQuery) {
      if (condition !== operands.name) this.facts |= facts.richQuery;
    } else {
      if ((condition & decided) === decided) this.facts |= facts.tautology;
      if (word === 'having') this.facts |= facts.clause;
      if (word === 'having' && (condition & operands.constant) !== 0) {
        this.facts |= facts.constantClause;
      }
    }
    return true;
  }

  #ordering(isInQuery: boolean): boolean {
    const { start } = this.lexer;
    this.advance();
    if (!this.isWord('by')) return this.giveUp(start);
    this.advance();
    const key = this.expression(0);
    if (key === 0) {
      this.facts |= facts.broken;
      return true;
    }
    for (;;) {
      if (this.lexer.word === 'asc' || this.lexer.word === 'desc') this.advance();
      if (this.lexer.kind !== 'comma') break;
      this.advance();
      this.expression(0);
    }
    const isConstant = (key & constantKey) === constantKey;
    if (isInQuery) this.facts |= facts.richQuery;
    else this.facts |= facts.clause | (isConstant ? facts.constantClause : 0);
    return true;
  }

  #limit(isInQuery: boolean): boolean {
    this.advance();
    const count = this.expression(0);
    if (this.lexer.kind === 'comma') {
      this.advance();
      this.expression(0);
    }
    if ((count & operands.constant) !== 0) {
      this.facts |= isInQuery ? facts.richQuery : facts.clause;
    }
    return true;
  }

  /** Into a file or a variable; into a table is left to the caller. */
  #into(): boolean {
    const { start } = this.lexer;
    this.advance();
    const { kind, word } = this.lexer;
    const isFile = kind === 'name' && (word === 'outfile' || word === 'dumpfile');
    if (!isFile && kind !== 'variable') return this.giveUp(start);
    this.advance();
    while (!isFile && this.lexer.kind === 'comma') {
      this.advance();
      this.operand();
    }
    if (isFile && this.operand() !== 0) this.facts |= facts.file;
    return true;
  }

  /** MySQL: `procedure analyse(…)`. */
  #procedure(): boolean {
    const { start } = this.lexer;
    this.advance();
    if (this.lexer.word !== 'analyse') return this.giveUp(start);
    this.operand();
    this.facts |= facts.clause | facts.constantClause;
    return true;
  }

  #lock(): boolean {
    const { start } = this.lexer;
    this.advance();
    if (this.lexer.word !== 'update' && this.lexer.word !== 'share') return this.giveUp(start);
    this.advance();
    this.facts |= facts.clause;
    return true;
  }
}
