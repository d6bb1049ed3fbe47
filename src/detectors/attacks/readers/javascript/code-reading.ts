import { effects } from './javascript-effects.ts';
import { JavaScriptLexer, type TokenKind } from './javascript-lexer.ts';
import { keywords, transparentMembers } from './javascript-names.ts';
import {
  assignEffects,
  callEffects,
  memberEffects,
  resultOf,
  valueEffects,
} from './member-effects.ts';
import { joined, literal, member, NOTHING, type Operand, OTHER, path } from './operand.ts';

export interface CodeReading {
  /** Bits of `effects`. */
  readonly effects: number;
  /** Where the first effect other than a call or an assignment stands; `start` is -1 without one. */
  readonly start: number;
  readonly end: number;
  /** Tokens up to there. */
  readonly distance: number;
}

/** An open bracket, and the state of the expression before it. */
interface Frame {
  readonly opener: string;
  readonly before: Operand;
  readonly sum: Operand;
  readonly assigned: Operand;
}

const MAX_DEPTH = 200;
const MINOR = effects.call | effects.assign | effects.throw;

/**
 * Reads code loosely: follows operands, members, calls and assignments through brackets and folds texts that are added
 * up, without a tree. The work is linear; callers take it from the budget.
 */
export const readCode = (source: string, at = 0, end: number = source.length): CodeReading =>
  new CodeReader(new JavaScriptLexer(source, at, end)).read();

class CodeReader {
  readonly #lexer: JavaScriptLexer;
  #effects = 0;
  #start = -1;
  #end = -1;
  #tokens = 0;
  #distance = 0;
  #operand: Operand = NOTHING;
  #sum: Operand = NOTHING;
  /** The target of the assignment whose right side is read. */
  #assigned: Operand = NOTHING;
  #expectsMember = false;
  #isReturned = false;
  readonly #frames: Frame[] = [];

  constructor(lexer: JavaScriptLexer) {
    this.#lexer = lexer;
  }

  read(): CodeReading {
    while (this.#lexer.next()) {
      this.#tokens += 1;
      this.#readToken(this.#lexer.kind, this.#lexer.text);
    }
    this.#finish();
    const [start, end, distance] = [this.#start, this.#end, this.#distance];
    return { effects: this.#effects, start, end, distance };
  }

  #readToken(kind: TokenKind, text: string): void {
    if (kind === 'punctuator') this.#readPunctuator(text);
    else if (kind === 'name') this.#readName(text);
    else if (kind === 'template' && this.#operand.kind === 'path') this.#callWithTemplate(text);
    else this.#operand = literal(kind === 'regex' || kind === 'number' ? kind : 'text', text);
  }

  #add(found: number): void {
    this.#effects |= found;
    if (this.#start !== -1 || (found & ~MINOR) === 0) return;
    this.#start = this.#lexer.start;
    this.#end = this.#lexer.position;
    this.#distance = this.#tokens;
  }

  #readName(name: string): void {
    const { isEscaped } = this.#lexer;
    if (this.#expectsMember) {
      this.#enterMember(name, isEscaped);
    } else if (keywords.has(name)) {
      if (name === 'throw') this.#add(effects.throw);
      this.#finish();
      this.#isReturned = name === 'return';
    } else {
      if (this.#operand.kind === 'path') this.#finish();
      this.#operand = path(name, isEscaped);
      // A procedure of VBScript, which needs no parentheses.
      if (name === 'MsgBox') this.#add(effects.dialog);
    }
  }

  #enterMember(name: string, isComputed: boolean): void {
    const object = this.#operand;
    this.#expectsMember = false;
    this.#add(memberEffects(object, name, isComputed));
    if (object.kind === 'regex' && name === 'source') this.#operand = literal('text', object.text);
    else if (object.kind === 'text' && transparentMembers.has(name)) return;
    else if (object.kind === 'number' && name === 'toString') return;
    else this.#operand = member(object, name, isComputed);
  }

  #callWithTemplate(text: string): void {
    const found = callEffects(this.#operand, this.#isReturned);
    this.#add(found === effects.call ? found : found | effects.tagged);
    const argument = literal('text', text);
    this.#add(valueEffects(this.#operand, argument));
    this.#operand = resultOf(this.#operand, argument);
  }

  #readPunctuator(text: string): void {
    if (text === '(' || text === '[' || text === '{') this.#open(text);
    else if (text === ')' || text === ']' || text === '}') this.#close(text);
    else if (text === '.' || text === '?.') this.#expectsMember = true;
    else if (text === '+' || (text === ',' && this.#isInList())) {
      this.#sum = joined(this.#sum, this.#operand);
      this.#operand = NOTHING;
    } else if (isAssignment(text)) {
      this.#add(assignEffects(this.#operand));
      this.#assigned = this.#operand;
      this.#operand = NOTHING;
      this.#sum = NOTHING;
    } else {
      this.#finish();
      if (text === ';') this.#isReturned = false;
    }
  }

  /** The elements of a list add up to what `join` makes of them. */
  #isInList(): boolean {
    const frame = this.#frames.at(-1);
    return frame?.opener === '[' && frame.before.kind === 'none';
  }

  #open(opener: string): void {
    if (opener === '(' && this.#operand.kind === 'path') {
      this.#add(callEffects(this.#operand, this.#isReturned));
    }
    if (opener === '(' && this.#operand.kind === 'other') this.#add(effects.call);
    if (opener === '{') this.#finish();
    if (this.#frames.length < MAX_DEPTH) {
      const [before, sum, assigned] = [this.#operand, this.#sum, this.#assigned];
      this.#frames.push({ opener, before, sum, assigned });
    }
    this.#expectsMember = false;
    this.#operand = NOTHING;
    this.#sum = NOTHING;
    this.#assigned = NOTHING;
  }

  #close(closer: string): void {
    const inner = this.#finish();
    const frame = this.#frames.pop();
    if (frame === undefined || closer === '}') return;
    const { before } = frame;
    this.#sum = frame.sum;
    this.#assigned = frame.assigned;
    if (before.kind === 'none') this.#operand = inner.kind === 'none' ? OTHER : inner;
    else if (closer === ')') {
      this.#add(valueEffects(before, inner));
      this.#operand = resultOf(before, inner);
    } else {
      this.#operand = before;
      if (inner.kind === 'text') this.#enterMember(inner.text, true);
      else if (inner.kind !== 'number') this.#operand = member(before, '', true);
      else if (before.kind !== 'text') this.#operand = OTHER;
    }
  }

  /** Ends an expression, and returns its value. */
  #finish(): Operand {
    const value = joined(this.#sum, this.#operand);
    if (this.#assigned.kind !== 'none') this.#add(valueEffects(this.#assigned, value));
    else if (value.kind === 'path' && this.#isInArguments())
      this.#add(valueEffects(NOTHING, value));
    this.#operand = NOTHING;
    this.#sum = NOTHING;
    this.#assigned = NOTHING;
    this.#expectsMember = false;
    return value;
  }

  #isInArguments(): boolean {
    const frame = this.#frames.at(-1);
    return frame?.opener === '(' && frame.before.kind === 'path';
  }
}

function isAssignment(text: string): boolean {
  if (!text.endsWith('=')) return false;
  return text === '=' || !/^(?:[=!<>]=|[=!]==)$/.test(text);
}
