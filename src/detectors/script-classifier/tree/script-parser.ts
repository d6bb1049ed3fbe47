import { type Options, Parser, type Program } from 'acorn';

/**
 * Nesting of statements, assignments and operands that is followed. The parser calls itself for each
 * level; the limit keeps that within the stack of any thread, so that an answer never depends on it.
 */
const MOST_LEVELS = 1000;

export type ParsedScript =
  | { readonly kind: 'parsed'; readonly program: Program }
  | { readonly kind: 'too-deep' }
  | { readonly kind: 'not-javascript'; readonly problem: string };

class TooDeep extends Error {}

type Arguments = readonly unknown[];

/** What acorn leaves out of its types. Its version is fixed in package.json because of these. */
interface ParserParts {
  parseStatement(...args: Arguments): unknown;
  parseMaybeAssign(...args: Arguments): unknown;
  parseMaybeUnary(...args: Arguments): unknown;
  parseNew(...args: Arguments): unknown;
  parseBindingAtom(...args: Arguments): unknown;
  parseExprOp(...args: Arguments): unknown;
  buildBinary(...args: Arguments): unknown;
  next(): void;
  type: { readonly binop: number | null; readonly label: string };
  value: unknown;
  start: number;
  startLoc: unknown;
  parse(): Program;
}

/** Acorn makes parsers itself; its types hide the constructor and the parts. */
const Base = Parser as unknown as new (options: Options, text: string) => ParserParts;

const isShortCircuit = (label: string): boolean =>
  label === '||' || label === '&&' || label === '??';
const PRECEDENCE_OF_AND = 2;

/**
 * Reads what browsers read, and a little more: names may be declared twice and patterns of regular
 * expressions are not checked. Both checks of acorn take quadratic time on texts made for that.
 */
class ScriptParser extends Base {
  #levels = 0;

  override parseStatement(...args: Arguments): unknown {
    this.#enter();
    const node = super.parseStatement(...args);
    this.#levels -= 1;
    return node;
  }

  override parseMaybeAssign(...args: Arguments): unknown {
    this.#enter();
    const node = super.parseMaybeAssign(...args);
    this.#levels -= 1;
    return node;
  }

  override parseMaybeUnary(...args: Arguments): unknown {
    this.#enter();
    const node = super.parseMaybeUnary(...args);
    this.#levels -= 1;
    return node;
  }

  override parseNew(...args: Arguments): unknown {
    this.#enter();
    const node = super.parseNew(...args);
    this.#levels -= 1;
    return node;
  }

  override parseBindingAtom(...args: Arguments): unknown {
    this.#enter();
    const node = super.parseBindingAtom(...args);
    this.#levels -= 1;
    return node;
  }

  /** A loop where acorn calls itself: joined texts with thousands of parts are common. */
  override parseExprOp(
    first: unknown,
    startPos: unknown,
    startLoc: unknown,
    minPrecedence: unknown,
    forInit: unknown,
  ): unknown {
    let left = first;
    while (true) {
      const { binop, label } = this.type;
      if (binop === null || binop === undefined || (forInit && label === 'in')) return left;
      if (binop <= Number(minPrecedence)) return left;
      const operator = this.value;
      this.next();
      const { start, startLoc: rightLoc } = this;
      const operand = this.parseMaybeUnary(null, false, false, forInit);
      const precedence = label === '??' ? PRECEDENCE_OF_AND : binop;
      const right = this.parseExprOp(operand, start, rightLoc, precedence, forInit);
      left = this.buildBinary(startPos, startLoc, left, right, operator, isShortCircuit(label));
    }
  }

  declareName(): void {}
  checkLocalExport(): void {}
  raiseRecoverable(): void {}
  validateRegExpPattern(): void {}

  #enter(): void {
    this.#levels += 1;
    if (this.#levels > MOST_LEVELS) throw new TooDeep();
  }
}

const shared = {
  ecmaVersion: 'latest',
  allowHashBang: true,
  allowReturnOutsideFunction: true,
  allowSuperOutsideMethod: true,
  checkPrivateFields: false,
} as const satisfies Options;

const goals: readonly Options[] = [
  // First as a classic script, where `<!--` opens a comment: as a module the text behind it would be read.
  { ...shared, sourceType: 'script' },
  {
    ...shared,
    sourceType: 'module',
    allowReturnOutsideFunction: false,
    allowAwaitOutsideFunction: true,
  },
];

export function parseScript(text: string): ParsedScript {
  let problem = '';
  for (const options of goals) {
    try {
      return { kind: 'parsed', program: new ScriptParser(options, text).parse() };
    } catch (error) {
      if (error instanceof TooDeep || error instanceof RangeError) return { kind: 'too-deep' };
      if (!(error instanceof SyntaxError)) throw error;
      problem ||= error.message;
    }
  }
  return { kind: 'not-javascript', problem };
}
