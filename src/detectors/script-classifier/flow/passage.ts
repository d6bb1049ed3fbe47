import type { CallExpression } from 'acorn';
import type { ScriptReading } from '../tree/script-reading.ts';
import type { Passage } from './flow-graph.ts';

/** Expressions that keep a value as it is, at most with something around it. */
const wholeNodes: ReadonlySet<string> = new Set([
  'ArrayExpression',
  'AssignmentExpression',
  'AwaitExpression',
  'BinaryExpression',
  'ObjectExpression',
  'Property',
  'SpreadElement',
  'TemplateLiteral',
]);
const wholeCalls: ReadonlySet<string> = new Set([
  'encodeURIComponent',
  'encodeURI',
  'escape',
  'btoa',
  'String',
  'JSON.stringify',
  'Object.entries',
  'Object.assign',
]);

/** Expressions and calls that make text of text. */
const textNodes: ReadonlySet<string> = new Set([
  'ChainExpression',
  'ConditionalExpression',
  'LogicalExpression',
  'MemberExpression',
  'SequenceExpression',
]);
const textCalls: ReadonlySet<string> = new Set([
  ...['atob', 'unescape', 'decodeURIComponent', 'decodeURI', 'Blob', 'URL.createObjectURL'],
  ...[
    'String.fromCharCode',
    'String.fromCharCode.apply',
    'TextDecoder',
    'Uint8Array.from',
    'Array.from',
  ],
]);
const textMethods: ReadonlySet<string> = new Set([
  ...[
    'concat',
    'decode',
    'forEach',
    'join',
    'map',
    'reduce',
    'replace',
    'replaceAll',
    'reverse',
    'slice',
  ],
  ...[
    'split',
    'substr',
    'substring',
    'text',
    'then',
    'toString',
    'trim',
    'from',
    'charAt',
    'apply',
    'call',
  ],
]);

/** How much of a node gets through its parent, when so much of the parent gets on. */
export function passageThrough(
  { tree, values }: ScriptReading,
  number: number,
  outer: Passage,
): Passage {
  const [node, parent] = [tree.node(number), tree.parent(number)];
  if (!node || !parent) return 'part';
  if (parent.type === 'CallExpression' || parent.type === 'NewExpression') {
    // What a function of the script gives back passes its call.
    if (parent.callee === node && node.type !== 'MemberExpression') return outer;
    if (wholeCalls.has(values.path(parent.callee))) return outer;
    return makesText(values, parent) ? 'text' : 'part';
  }
  if (parent.type === 'MemberExpression' && parent.property === node) return 'part';
  if (wholeNodes.has(parent.type)) return outer;
  return textNodes.has(parent.type) ? 'text' : 'part';
}

function makesText(
  values: ScriptReading['values'],
  { callee }: Pick<CallExpression, 'callee'>,
): boolean {
  if (textCalls.has(values.path(callee))) return true;
  return callee.type === 'MemberExpression' && textMethods.has(values.property(callee) ?? '');
}
