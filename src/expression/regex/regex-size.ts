/**
 * How many instructions a pattern will have, estimated from its text: building a program to measure it is
 * what a hostile pattern wants. One pass, a few steps per character. RE2 simplifies some patterns, so
 * the estimate may be above the truth, never below it.
 */
import { classEnd } from './regex-class.ts';

export interface PatternShape {
  /** Instructions at most; Infinity for what no memory would hold. */
  readonly size: number;
  /** Every parenthesis has its other half. */
  readonly balanced: boolean;
}

/** What is open at the position: the whole pattern, or one group of it. */
interface Frame {
  /** What the group adds to its content. */
  readonly own: number;
  /** Everything before the last item. */
  before: number;
  /** The last item, which a repetition would repeat. */
  last: number;
  /** Nothing stands in the current alternative yet; nothing is an instruction too. */
  empty: boolean;
}

/** Each program begins with a failure and ends with a match. */
const ENDS = 2;
/** Both marks of a group that captures. */
const MARKS = 2;
const FLAGS_ONLY = /\(\?[A-Za-z-]*\)/y;
const FLAGS_GROUP = /\(\?[A-Za-z-]*:/y;
const NAMED_GROUP = /\(\?P?<[A-Za-z0-9_]*>/y;
/** A number with a leading zero is plain text to RE2. */
const COUNTED = /\{(0|[1-9][0-9]*)(?:(,)(0|[1-9][0-9]*)?)?\}/y;
const HEX = /\\x[0-9a-f]{2}/y;

/** Reads a pattern in RE2 syntax, as translatePattern gives it. */
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

/** Takes one item or repetition into the frame, and says how long it is. */
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

/** RE2 writes a counted repetition out: every copy is there. */
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
  return { length: lengthAt(NAMED_GROUP, pattern, at) ?? 1, own: MARKS };
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
