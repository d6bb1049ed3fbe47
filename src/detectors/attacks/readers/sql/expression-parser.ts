import { facts, operands } from './facts.ts';
import { OperandParser } from './operand-parser.ts';
import { operatorPowers, powers, wordPowers } from './operators.ts';

const negatable = new Set([
  'like',
  'in',
  'between',
  'rlike',
  'regexp',
  'ilike',
  'glob',
  'similar',
  'sounds',
]);
/** `is` is followed by one of these, or by a literal. */
const statesOfTruth = new Set(['null', 'true', 'false', 'unknown', 'distinct']);

/** Reads expressions by operator precedence, and notes what their operators join. */
export abstract class ExpressionParser extends OperandParser {
  protected expression(minimum: number): number {
    const left = this.operand();
    return left === 0 ? 0 : this.continued(left, minimum);
  }

  /** The expression that begins with an operand. */
  protected continued(first: number, minimum: number): number {
    let left = first;
    for (;;) {
      const power = this.#power();
      if (power === 0 || power < minimum) return left;
      const joined =
        this.lexer.kind === 'word' ? this.#wordOperator(left, power) : this.#symbol(left, power);
      if (joined === 0) return left;
      left = joined;
    }
  }

  protected negation(): number {
    while (this.isWord('not')) this.advance();
    if (this.isTooDeep) return 0;
    this.depth += 1;
    const inner = this.expression(powers.not);
    this.depth -= 1;
    if (inner === 0) return 0;
    return (inner & operands.constant) === 0 ? inner & ~operands.literal : inner | operands.numeric;
  }

  #power(): number {
    const { kind, word } = this.lexer;
    if (kind === 'operator') {
      if (word === '~') return powers.compare;
      return word === '!' ? 0 : (operatorPowers.get(word) ?? 0);
    }
    return kind === 'word' ? (wordPowers.get(word) ?? 0) : 0;
  }

  #symbol(left: number, power: number): number {
    const { word } = this.lexer;
    this.advance();
    if (word === '::') return this.#typeName(left);
    const right = this.expression(power + 1);
    if (right === 0) return this.#broken(left);
    this.facts |= facts.operator;
    if (power < powers.compare) return this.#logic(left, right);
    if (power === powers.compare) return word === ':=' ? right : this.#comparison(left, right);
    return ((left & right) | operands.call) & ~operands.literal;
  }

  #typeName(left: number): number {
    if (this.lexer.kind === 'name') this.operand();
    return left & ~operands.literal;
  }

  /** An operator without an operand behind it: the text ended too early, or is none. */
  #broken(left: number): number {
    this.facts |= facts.broken;
    return left;
  }

  /** Returns 0 if the word is not an operator here; it is then not consumed. */
  #wordOperator(left: number, power: number): number {
    const { start } = this.lexer;
    const { word } = this.lexer;
    const isFollowedByList = this.lexer.peek() === '(';
    this.advance();
    if (word === 'not' && !(this.lexer.kind === 'word' && negatable.has(this.lexer.word))) {
      this.lexer.seek(start);
      return 0;
    }
    if (word === 'not') return this.#wordOperator(left, power);
    if (power < powers.not) return this.#logicWord(left, word, start);
    if (word === 'between') return this.#between(left);
    if (word === 'is') return this.#is(left, start);
    if (word === 'isnull' || word === 'notnull') return this.#comparison(left, operands.constant);
    if (word === 'in' && !isFollowedByList) return this.#inMode(left, start);
    if (word === 'sounds' || word === 'similar') this.advance();
    if (word === 'collate') {
      if (this.lexer.kind === 'name') this.advance();
      return left;
    }
    const right = this.expression(power + 1);
    if (right === 0) return this.#broken(left);
    if (word === 'escape' || word === 'uescape') return left;
    // Between two names the word is more likely English.
    if ((left & right & operands.name) !== 0) return operands.name;
    const isEnglish = word === 'div' || word === 'mod';
    if (!isEnglish || (this.facts & facts.term) !== 0) this.facts |= facts.operator;
    return power === powers.compare ? this.#comparison(left, right) : left & right;
  }

  #logicWord(left: number, word: string, start: number): number {
    const right = this.expression((wordPowers.get(word) ?? 0) + 1);
    if (right === 0) {
      const isSql = this.isWord('select') || this.lexer.kind === 'end' || this.lexer.kind === 'cut';
      if (isSql) return this.#broken(left);
      this.lexer.seek(start);
      return 0;
    }
    // Two strings are joined by a word in sentences as well.
    if (word === 'xor' || (this.facts & facts.term) !== 0) this.facts |= facts.operator;
    return this.#logic(left, right);
  }

  #between(left: number): number {
    const low = this.expression(powers.arithmetic);
    if (low === 0 || !this.isWord('and')) return this.#broken(left);
    this.advance();
    const high = this.expression(powers.arithmetic);
    if (high === 0) return this.#broken(left);
    this.facts |= facts.operator;
    return this.#comparison(left, low & high);
  }

  #is(left: number, start: number): number {
    if (this.isWord('not')) this.advance();
    const { kind, word } = this.lexer;
    if (kind === 'name' || (kind === 'word' && !statesOfTruth.has(word))) {
      this.lexer.seek(start);
      return 0;
    }
    const right = this.operand();
    if (right === 0) return this.#broken(left);
    this.facts |= facts.operator;
    return this.#comparison(left, right);
  }

  /** MySQL's full-text search: `in boolean mode`. */
  #inMode(left: number, start: number): number {
    if (this.lexer.word !== 'boolean') {
      this.lexer.seek(start);
      return 0;
    }
    this.advance();
    const { word } = this.lexer as { readonly word: string };
    if (word === 'mode') this.advance();
    return left;
  }

  #comparison(left: number, right: number): number {
    this.facts |= facts.comparison;
    return operands.comparison | (left & right & operands.constant);
  }

  #logic(left: number, right: number): number {
    this.facts |= facts.joined;
    const decided = operands.comparison | operands.constant;
    if ((left & decided) === decided || (right & decided) === decided)
      this.facts |= facts.tautology;
    if (isNumber(left) || isNumber(right)) this.facts |= facts.constantOperand;
    const truth = operands.constant | operands.numeric;
    if ((right & truth) === truth) this.facts |= facts.truth;
    return (
      (left & right & operands.constant) | ((left | right) & operands.comparison) | operands.call
    );
  }
}

const NUMBER = operands.literal | operands.numeric;

const isNumber = (operand: number): boolean => (operand & NUMBER) === NUMBER;
