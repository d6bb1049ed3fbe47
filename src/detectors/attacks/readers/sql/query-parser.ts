import { ClauseParser } from './clause-parser.ts';
import { facts, operands } from './facts.ts';
import { isCredentialName, isSchemaName } from './schema-names.ts';
import { determiners } from './sql-words.ts';

const selectModifiers = new Set([
  'all',
  'distinct',
  'distinctrow',
  'straight_join',
  'high_priority',
  'sql_calc_found_rows',
  'sql_no_cache',
]);
/** Reads queries and the clauses that can follow a value: `union select`, `order by`, `into outfile` and so on. */
const joins = new Set(['inner', 'outer', 'left', 'right', 'full', 'cross', 'natural']);

/** Reads queries. */
export abstract class QueryParser extends ClauseParser {
  /** From `select` to the end of its clauses. */
  protected query(): void {
    this.advance();
    this.#modifiers();
    let isRich = false;
    for (;;) {
      isRich = this.#item() || isRich;
      if (this.lexer.kind !== 'comma') break;
      this.advance();
    }
    if (isRich) this.facts |= facts.richQuery;
    this.clauses(true);
  }

  #modifiers(): void {
    for (;;) {
      const { kind, word } = this.lexer;
      if (word === 'top' && kind === 'name') {
        this.advance();
        if (this.lexer.kind === 'number') this.advance();
      } else if ((kind === 'word' || kind === 'name') && selectModifiers.has(word)) this.advance();
      else return;
    }
  }

  /** Whether an item of the list is more than a name, or a number before a noun. */
  #item(): boolean {
    const { lexer } = this;
    if (lexer.kind === 'operator' && lexer.word === '*') {
      this.advance();
      return true;
    }
    if (lexer.kind === 'name') this.#noteCredentials();
    const found = this.expression(0);
    const isAliased = this.#alias();
    if (found === 0 || found === operands.name) return false;
    if ((found & operands.literal) === 0) this.facts |= facts.computed;
    return !(isAliased && (found & operands.numeric) !== 0);
  }

  /** Whether a name without `as` follows. More than one is no SQL, but what follows may still be. */
  #alias(): boolean {
    const { lexer } = this;
    if (this.isWord('as')) {
      this.advance();
      if (lexer.kind === 'name' || lexer.kind === 'string') this.advance();
      return false;
    }
    const isAliased = lexer.kind === 'name';
    while (lexer.kind === 'name' || lexer.kind === 'string') {
      this.operand();
    }
    return isAliased;
  }

  #noteCredentials(): void {
    if (isCredentialName(this.lexer.word)) this.facts |= facts.credentials;
  }

  /** `union [all | distinct] [(]* select`. Whatever is no query is left to the caller. */
  protected union(word: string): boolean {
    const { start } = this.lexer;
    this.advance();
    while (/^(?:all|distinct(?:row)?)$/.test(this.lexer.word)) this.advance();
    const opened = this.#opened();
    if (this.isWord('values') && !this.isTooDeep) return this.#rows(start);
    if (this.isWord('select') && !this.isTooDeep) {
      this.facts |= facts.union | (opened > 0 ? facts.subquery : 0);
      this.depth += 1;
      this.query();
      this.depth -= 1;
      for (let left = opened; left > 0 && this.lexer.kind === 'close'; left -= 1) this.advance();
      return true;
    }
    const isEnd = this.lexer.kind === 'end' || this.lexer.kind === 'cut';
    if (!isEnd || word !== 'union') return this.giveUp(start);
    this.facts |= facts.unionAlone;
    return true;
  }

  /** `values (1, 2)`, `values row(1, 2)` as the query that is joined. */
  #rows(start: number): boolean {
    this.advance();
    const isRow = this.lexer.kind === 'open' || this.lexer.word === 'row';
    if (!isRow) return this.giveUp(start);
    this.facts |= facts.union | facts.richQuery;
    this.expression(0);
    return true;
  }

  /** The number of parentheses that open; signs may stand between them. */
  #opened(): number {
    let opened = 0;
    for (;;) {
      if (this.lexer.kind === 'open') opened += 1;
      else if (this.lexer.word !== '-') return opened;
      this.advance();
    }
  }

  protected from(): boolean {
    const { start } = this.lexer;
    this.advance();
    if (determiners.has(this.lexer.word)) return this.giveUp(start);
    const isTable = this.#table();
    while (isTable && this.#isNextTable()) {
      this.advance();
      this.#table();
      if (!this.isWord('on')) continue;
      this.advance();
      this.expression(0);
    }
    this.facts |= isTable ? facts.from | facts.plainQuery : facts.broken;
    return true;
  }

  #isNextTable(): boolean {
    while (this.lexer.kind === 'name' && joins.has(this.lexer.word)) {
      this.advance();
    }
    return this.lexer.kind === 'comma' || this.isWord('join');
  }

  /** Whether a name, a query or a call stands here; with its alias. */
  #table(): boolean {
    const { kind, word } = this.lexer;
    if (kind === 'name') {
      this.#noteCredentials();
      if (isSchemaName(word)) this.facts |= facts.schema;
    } else if (kind !== 'string' && kind !== 'open' && kind !== 'variable') return false;
    const found = this.operand();
    if ((found & (operands.query | operands.call)) !== 0) this.facts |= facts.richQuery;
    if (this.isWord('as')) this.advance();
    if (this.lexer.kind === 'name') this.advance();
    return found !== 0;
  }
}
