import {
  type AnyNode,
  type Options,
  Parser,
  type Program,
  type TemplateLiteral,
  type TokenType,
  tokTypes,
} from 'acorn';
import { type NestedPart, Nesting } from './nesting.ts';

/**
 * Levels of nested statements, assignments and operands. The parser recurses for each level; the limit keeps the
 * recursion within the stack of any thread, so that the verdict never depends on the size of the stack.
 */
const MAX_LEVELS = 1000;

/** Bundles of 2 MB have a third of it. The limit bounds the memory of all stages, which is proportional to the number of nodes. */
const MAX_NODES = 1_500_000;

class TooManyNodes extends Error {}

/** A part of the text that is nested too deeply to be in the tree. */
export interface LeftOut {
  readonly start: number;
  readonly end: number;
  readonly part: NestedPart;
}

export type ParsedScript =
  | {
      readonly kind: 'parsed';
      readonly program: Program;
      readonly leftOut: readonly LeftOut[];
      /** Start and end of each token. */
      readonly tokens: readonly number[];
    }
  | { readonly kind: 'too-deep' }
  | { readonly kind: 'too-large'; readonly problem: string }
  | { readonly kind: 'not-javascript'; readonly problem: string };

type Arguments = readonly unknown[];

/** Internals of acorn that its types leave out. package.json pins the version of acorn because of them. */
interface ParserParts {
  parseStatement(context: unknown, topLevel: unknown, exports: unknown): unknown;
  parseMaybeAssign(forInit: unknown, errors: unknown, afterLeft: unknown): unknown;
  parseMaybeUnary(errors: unknown, sawUnary: unknown, incDec: unknown, forInit: unknown): unknown;
  parseNew(): unknown;
  parseTemplate(options?: { readonly isTagged?: boolean }): TemplateLiteral;
  parseClass(node: unknown, isStatement: unknown): unknown;
  parseBindingAtom(): unknown;
  parseExprOp(...args: Arguments): unknown;
  buildBinary(...args: Arguments): unknown;
  toAssignable(node: AnyNode | null, ...args: Arguments): unknown;
  checkLValSimple(node: AnyNode, ...args: Arguments): void;
  next(isNameExpected?: boolean): void;
  parseFunctionStatement(node: unknown, isAsync: unknown, isInBlock: unknown): unknown;
  parseFunction(node: unknown, kind: number, allowBody: unknown, isAsync: unknown): unknown;
  startNode(): object;
  finishNode(node: object, type: string): unknown;
  type: TokenType & { readonly binop: number | null };
  value: unknown;
  start: number;
  end: number;
  lastTokEnd: number;
  startLoc: unknown;
  parse(): Program;
}

/** The types of acorn hide the constructor and the internals. */
const Base = Parser as unknown as new (options: Options, text: string) => ParserParts;

const isShortCircuit = (label: string): boolean =>
  label === '||' || label === '&&' || label === '??';
const PRECEDENCE_OF_AND = 2;
/** Flags of acorn: a statement that may have no name, and one that is the body of another statement. */
const NAMELESS_STATEMENT = 1 | 4;
const HANGING_STATEMENT = 2;

/**
 * Accepts everything that browsers accept, and a little more: names may be declared twice, and patterns of regular
 * expressions are not checked. Both checks of acorn take quadratic time on adversarial input.
 */
class ScriptParser extends Base {
  readonly leftOut: LeftOut[] = [];
  readonly tokens: number[] = [];
  #levels = 0;
  #nodes = 0;

  override next(isNameExpected?: boolean): void {
    this.tokens.push(this.start, this.end);
    super.next(isNameExpected);
  }

  override finishNode(node: object, type: string): unknown {
    this.#nodes += 1;
    if (this.#nodes > MAX_NODES) throw new TooManyNodes();
    return super.finishNode(node, type);
  }

  override parseStatement(context: unknown, topLevel: unknown, exports: unknown): unknown {
    if (this.#levels >= MAX_LEVELS) return this.#leaveOut('statement');
    this.#levels += 1;
    const node = super.parseStatement(context, topLevel, exports);
    this.#levels -= 1;
    return node;
  }

  override parseMaybeAssign(forInit: unknown, errors: unknown, afterLeft: unknown): unknown {
    if (this.#levels >= MAX_LEVELS) return this.#leaveOut('expression');
    this.#levels += 1;
    const node = super.parseMaybeAssign(forInit, errors, afterLeft);
    this.#levels -= 1;
    return node;
  }

  override parseMaybeUnary(
    errors: unknown,
    sawUnary: unknown,
    incDec: unknown,
    forInit: unknown,
  ): unknown {
    if (this.#levels >= MAX_LEVELS) return this.#leaveOut('expression');
    this.#levels += 1;
    const node = super.parseMaybeUnary(errors, sawUnary, incDec, forInit);
    this.#levels -= 1;
    return node;
  }

  override parseNew(): unknown {
    if (this.#levels >= MAX_LEVELS) return this.#leaveOut('expression');
    this.#levels += 1;
    const node = super.parseNew();
    this.#levels -= 1;
    return node;
  }

  /** A template without expressions is a string: some minifiers write all strings like that. */
  override parseTemplate(options?: { readonly isTagged?: boolean }): TemplateLiteral {
    const node = super.parseTemplate(options);
    const [text, ...others] = node.quasis;
    if (!text || others.length > 0 || options?.isTagged) return node;
    const { cooked, raw } = text.value;
    return Object.assign(node, { type: 'Literal', value: cooked ?? '', raw });
  }

  override parseBindingAtom(): unknown {
    if (this.#levels >= MAX_LEVELS) return this.#leaveOut('pattern');
    this.#levels += 1;
    const node = super.parseBindingAtom();
    this.#levels -= 1;
    return node;
  }

  /** Throws for classes that extend classes: brackets do not show where such an expression ends. */
  override parseClass(node: unknown, isStatement: unknown): unknown {
    if (this.#levels >= MAX_LEVELS) throw new RangeError('too many classes');
    this.#levels += 1;
    const made = super.parseClass(node, isStatement);
    this.#levels -= 1;
    return made;
  }

  /** A loop where acorn recurses: sums of thousands of strings are common. */
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

  /** A function without a name may stand alone: loaders add the brackets that run it. */
  override parseFunctionStatement(node: unknown, isAsync: unknown, isInBlock: unknown): unknown {
    this.next();
    const kind = isInBlock ? NAMELESS_STATEMENT : NAMELESS_STATEMENT | HANGING_STATEMENT;
    return this.parseFunction(node, kind, false, isAsync);
  }

  /** `f() = 1` and `f()++` are errors at run time only. */
  override toAssignable(node: AnyNode | null, ...args: Arguments): unknown {
    return node?.type === 'CallExpression' ? node : super.toAssignable(node, ...args);
  }

  override checkLValSimple(node: AnyNode, ...args: Arguments): void {
    if (node.type !== 'CallExpression') super.checkLValSimple(node, ...args);
  }

  declareName(): void {}
  checkLocalExport(): void {}
  raiseRecoverable(): void {}
  validateRegExpPattern(): void {}

  /** Skips the statement or expression that starts here and puts an empty node in its place. */
  #leaveOut(part: NestedPart): unknown {
    const node = this.startNode();
    const { start } = this;
    const nesting = new Nesting(part);
    while (this.type !== tokTypes.eof && nesting.takes(this.type)) this.next();
    if (this.start === start) throw new SyntaxError('a nested statement or expression is missing');
    this.leftOut.push({ start, end: this.lastTokEnd, part });
    if (part === 'statement') return this.finishNode(node, 'EmptyStatement');
    // An identifier is valid wherever an expression or a pattern is.
    return this.finishNode(Object.assign(node, { name: '_' }), 'Identifier');
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
  // A classic script first: there `<!--` opens a comment, in a module the text after it would be code.
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
      const parser = new ScriptParser(options, text);
      const program = parser.parse();
      return { kind: 'parsed', program, leftOut: parser.leftOut, tokens: parser.tokens };
    } catch (error) {
      if (error instanceof TooManyNodes) {
        const problem = `it has more than ${MAX_NODES.toLocaleString('en')} names, numbers and operators`;
        return { kind: 'too-large', problem };
      }
      if (error instanceof RangeError) return { kind: 'too-deep' };
      if (!(error instanceof SyntaxError)) throw error;
      problem ||= error.message;
    }
  }
  return { kind: 'not-javascript', problem };
}
