import type { AnyNode } from 'acorn';
import type { ScriptReading } from '../tree/script-reading.ts';
import { forgetfulSinks, type SinkKind } from './sinks.ts';

/** Wrappers around a call that are looked through. */
const MOST_STEPS = 50;

/** Whoever sends data to use a service reads its answer; who only wants the data does not. */
export function isForgotten(reading: ScriptReading, kind: SinkKind, number: number): boolean {
  if (forgetfulSinks.has(kind)) return true;
  return kind === 'fetch' && isStatement(reading, number);
}

/** `fetch(…)` and `fetch(…).catch(…)` as statements, also with `void`. */
function isStatement({ tree, values }: ScriptReading, number: number): boolean {
  let at = number;
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const parent = tree.parent(at);
    if (!parent) return false;
    if (parent.type === 'ExpressionStatement') return true;
    const isCatch = parent.type === 'MemberExpression' && values.property(parent) === 'catch';
    if (!isCatch && !passesOn(parent)) return false;
    at = tree.numberOf(parent);
  }
  return false;
}

function passesOn(node: AnyNode): boolean {
  return (
    (node.type === 'CallExpression' && node.callee.type === 'MemberExpression') ||
    (node.type === 'UnaryExpression' && node.operator === 'void') ||
    node.type === 'SequenceExpression' ||
    node.type === 'LogicalExpression' ||
    node.type === 'AwaitExpression'
  );
}
