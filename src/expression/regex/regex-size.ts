/**
 * Estimates the number of instructions of a pattern from its text, because compiling a hostile pattern to measure
 * it would already exhaust memory. One pass, a few steps per character. RE2 simplifies some patterns, so
 * the estimate may be above the actual size, never below it.
 */
import { classEnd } from './regex-class.ts';

export interface PatternShape {
  /** Upper bound of the instructions; Infinity for astronomically large patterns. */
  readonly size: number;
  /** Whether all parentheses are balanced. */
  readonly balanced: boolean;
}

/** What is open at the position: the whole pattern, or one group of it. */
interface Frame {
  /** Instructions that the group adds to its content. */
  readonly own: number;
  /** The size of everything before the last item. */
  before: number;
  /** The size of the last item, which a repetition would repeat. */
  last: number;
  /** The current alternative is empty so far; an empty one takes an instruction too. */
  empty: boolean;
}

/** Each program begins with a failure and ends with a match. */
const ENDS = 2;
/** Start and end instruction of a capturing group. */
const CAPTURE = 2;
const FLAGS_ONLY = /\(\?[A-Za-z-]*\)/y;
const FLAGS_GROUP = /\(\?[A-Za-z-]*:/y;
const NAMED_GROUP = /\(\?P?<[A-Za-z0-9_]*>/y;
/** A number with a leading zero is plain text to RE2. */
const COUNTED = /\{(0|[1-9][0-9]*)(?:(,)(0|[1-9][0-9]*)?)?\}/y;
const HEX = /\\x[0-9a-f]{2}/y;

/** Measures a pattern in RE2 syntax, as translatePattern returns it. */
export function patternShape(pattern: string): PatternShape {
  const open: Frame[] = [];
  let frame = newFrame(0);
  let balanced = true;
  for (let at = 0; at < pattern.length; ) {
    const character = pattern.charAt(at);
    if (character === '(') {
      const head = groupHead(pattern, at);
      at += head.length;
      if (head.own === undefined) continue;
      open.push(frame);
      frame = newFrame(head.own);
    } else if (character === ')') {
      at += 1;
      const outer = open.pop();
      balanced &&= outer !== undefined;
      frame = add(outer ?? newFrame(0), frameSize(frame));
    } else {
      at += step(pattern, at, frame);
    }
  }
  balanced &&= open.length === 0;
  const unclosed = open.reduce((sum, outer) => sum + frameSize(outer), 0);
  return { size: ENDS + frameSize(frame) + unclosed, balanced };
}

/** Adds one item or repetition to the frame, and returns its length in the text. */
function step(pattern: string, at: number, frame: Frame): number {
  const character = pattern.charAt(at);
  if (character === '{') return counted(pattern, at, frame);
  if (character === '*') frame.last += 2;
  else if (character === '+' || character === '?') frame.last += 1;
  else if (character === '|') alternative(frame);
  else add(frame, 1);
  if (character === '[') return classEnd(pattern, at) - at;
  if (character === '\\') return lengthAt(HEX, pattern, at) ?? 2;
  return 1;
}

function counted(pattern: string, at: number, frame: Frame): number {
  COUNTED.lastIndex = at;
  const match = COUNTED.exec(pattern);
  if (!match) {
    add(frame, 1);
    return 1;
  }
  const [whole, low = '', comma, high = ''] = match;
  frame.last = repeated(frame.last, Number(low), comma === undefined ? low : high);
  return whole.length;
}

/** RE2 expands a counted repetition into copies. */
function repeated(size: number, low: number, high: string): number {
  if (high === '') return Math.max(low, 1) * size + 2;
  const copies = Number(high);
  return copies === 0 ? 1 : copies * size + Math.max(0, copies - low);
}

/** `own` is absent for flags that open no group. */
function groupHead(pattern: string, at: number): { length: number; own?: number } {
  const flags = lengthAt(FLAGS_ONLY, pattern, at);
  if (flags !== undefined) return { length: flags };
  const group = lengthAt(FLAGS_GROUP, pattern, at);
  if (group !== undefined) return { length: group, own: 0 };
  return { length: lengthAt(NAMED_GROUP, pattern, at) ?? 1, own: CAPTURE };
}

function newFrame(own: number): Frame {
  return { own, before: 0, last: 0, empty: true };
}

function add(frame: Frame, size: number): Frame {
  frame.before += frame.last;
  frame.last = size;
  frame.empty = false;
  return frame;
}

function alternative(frame: Frame): void {
  add(frame, frame.empty ? 2 : 1);
  frame.empty = true;
}

function frameSize(frame: Frame): number {
  return frame.own + frame.before + frame.last + (frame.empty ? 1 : 0);
}

function lengthAt(expression: RegExp, pattern: string, at: number): number | undefined {
  expression.lastIndex = at;
  return expression.exec(pattern)?.[0].length;
}
