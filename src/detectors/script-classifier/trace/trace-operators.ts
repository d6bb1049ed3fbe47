import type { TraceBudget } from './trace-budget.ts';
import { MAX_TEXT } from './trace-budget.ts';
import {
  Host,
  isUnknown,
  numberOf,
  Rope,
  TraceObject,
  textOf,
  unknown,
  type Value,
} from './trace-values.ts';

/** Shorter strings are added as they are: a copy costs no more than a step. */
const MIN_ROPE = 200;

/** `+`, which makes a rope of long strings. */
export function sumOf(budget: TraceBudget, left: Value, right: Value): Value {
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  const isText = isTextual(left) || isTextual(right);
  if (!isText) {
    if (isUnknown(left) || isUnknown(right)) return unknown;
    if (!(left instanceof TraceObject) && !(right instanceof TraceObject)) {
      return Number(left) + Number(right);
    }
  }
  if (left instanceof Rope && left.length + lengthOf(right) < MAX_TEXT) {
    if (!left.isNewest) budget.text(left);
    return left.append(pieceOf(budget, right), isPartialText(right));
  }
  const [first, second] = [pieceOf(budget, left), pieceOf(budget, right)];
  const length = first.length + second.length;
  if (length > MAX_TEXT) return unknown;
  const isPartial = isPartialText(left) || isPartialText(right);
  if (!isPartial && length < MIN_ROPE) return first + second;
  budget.characters(Math.min(length, MIN_ROPE));
  return new Rope([first, second], length, isPartial);
}

const isTextual = (value: Value): boolean => typeof value === 'string' || value instanceof Rope;

const lengthOf = (value: Value): number =>
  typeof value === 'string' || value instanceof Rope ? value.length : 10;

/** An unknown part of a text counts as empty: what is around it is still worth reading. */
function pieceOf(budget: TraceBudget, value: Value): string {
  if (value instanceof Rope) return budget.text(value);
  return value instanceof Host ? '' : (textOf(value) ?? '');
}

const isPartialText = (value: Value): boolean =>
  value instanceof Rope
    ? value.isPartial
    : value instanceof TraceObject && textOf(value) === undefined;

const numeric: ReadonlyMap<string, (left: number, right: number) => number> = new Map([
  ['-', (left, right) => left - right],
  ['*', (left, right) => left * right],
  ['/', (left, right) => left / right],
  ['%', (left, right) => left % right],
  ['**', (left, right) => left ** right],
  ['^', (left, right) => left ^ right],
  ['&', (left, right) => left & right],
  ['|', (left, right) => left | right],
  ['<<', (left, right) => left << right],
  ['>>', (left, right) => left >> right],
  ['>>>', (left, right) => left >>> right],
]);

/** All operators with two operands but `+`, with flat operands. */
export function binaryOf(budget: TraceBudget, operator: string, left: Value, right: Value): Value {
  switch (operator) {
    case '===':
    case '!==': {
      if (isUnknown(left) || isUnknown(right)) return unknown;
      budget.compare(left, right);
      return (left === right) === (operator === '===');
    }
    case '==':
    case '!=': {
      const isSame = sameLoosely(budget, left, right);
      return isSame === undefined ? unknown : isSame === (operator === '==');
    }
    case '<':
    case '>':
    case '<=':
    case '>=':
      return compared(budget, operator, left, right);
    case 'in':
      if (!(right instanceof TraceObject) || isUnknown(right)) return unknown;
      budget.read(left);
      return right.members.has(textOf(left) ?? '');
    case 'instanceof':
      return unknown;
    default: {
      budget.read(left);
      budget.read(right);
      const [first, second] = [numberOf(left), numberOf(right)];
      const work = numeric.get(operator);
      if (first === undefined || second === undefined || !work) return unknown;
      return work(first, second);
    }
  }
}

function sameLoosely(budget: TraceBudget, left: Value, right: Value): boolean | undefined {
  if (isUnknown(left) || isUnknown(right)) return undefined;
  if (left instanceof TraceObject && right instanceof TraceObject) return left === right;
  if (left === null || left === undefined) return right === null || right === undefined;
  if (right === null || right === undefined) return false;
  if (left instanceof TraceObject || right instanceof TraceObject) {
    return textOf(left) === textOf(right);
  }
  budget.compare(left, right);
  if (typeof left === typeof right) return left === right;
  budget.read(left);
  budget.read(right);
  return Number(left) === Number(right);
}

function compared(budget: TraceBudget, operator: string, left: Value, right: Value): Value {
  if (typeof left === 'string' && typeof right === 'string') {
    budget.compare(left, right);
    if (operator === '<') return left < right;
    if (operator === '>') return left > right;
    return operator === '<=' ? left <= right : left >= right;
  }
  budget.read(left);
  budget.read(right);
  const [first, second] = [numberOf(left), numberOf(right)];
  if (first === undefined || second === undefined) return unknown;
  if (operator === '<') return first < second;
  if (operator === '>') return first > second;
  return operator === '<=' ? first <= second : first >= second;
}
