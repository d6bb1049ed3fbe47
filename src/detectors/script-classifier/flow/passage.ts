import type { AnyNode, CallExpression } from 'acorn';
import type { ScriptReading } from '../script-reading.ts';
import type { Passage } from './flow-graph.ts';

/** Expressions that contain their operands unchanged. */
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
/** Calls that encode their argument as a whole. */
const sealingCalls: ReadonlySet<string> = new Set(['btoa', 'JSON.stringify']);
const wholeCalls: ReadonlySet<string> = new Set([
  'unescape',
  'Object.fromEntries',
  'encodeURIComponent',
  'encodeURI',
  'escape',
  'String',
  'Object.entries',
  'Object.assign',
]);

/** Expressions and calls that turn a string into a string. */
const textNodes: ReadonlySet<string> = new Set([
  'ChainExpression',
  'ConditionalExpression',
  'LogicalExpression',
  'MemberExpression',
  'SequenceExpression',
]);
const textCalls: ReadonlySet<string> = new Set([
  ...['atob', 'decodeURIComponent', 'decodeURI', 'Blob', 'URL.createObjectURL'],
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

/** Operators and methods whose result does not contain their operands. */
const comparisons: ReadonlySet<string> = new Set([
  ...['==', '===', '!=', '!==', '<', '<=', '>', '>=', 'in', 'instanceof', '-', '*', '%'],
]);
const verdictMethods: ReadonlySet<string> = new Set([
  ...['test', 'includes', 'startsWith', 'endsWith', 'indexOf', 'lastIndexOf', 'search', 'matches'],
  ...['has', 'hasOwnProperty', 'some', 'every', 'isArray', 'contains', 'addEventListener'],
]);

/** Members that contain nothing of their object: `trustedTypes.emptyScript` is the same for all scripts. */
const emptyMembers: ReadonlySet<string> = new Set(['length', 'emptyScript', 'emptyHTML']);

/** How much of a node is in the value of its parent, of which `outer` propagates. */
export function passageThrough(reading: ScriptReading, number: number, outer: Passage): Passage {
  const { tree, values } = reading;
  const [node, parent] = [tree.node(number), tree.parent(number)];
  if (!node || !parent) return 'part';
  if (parent.type === 'CallExpression' || parent.type === 'NewExpression') {
    if (isVerdict(parent) || isDigest(values, parent)) return 'none';
    if (outer === 'part') return 'part';
    // The result of a function of the script is the value of the call.
    if (parent.callee === node && node.type !== 'MemberExpression') return outer;
    const path = values.path(parent.callee);
    if (sealingCalls.has(path) && parent.callee !== node) {
      return path === 'JSON.stringify' && isJoined(reading, parent) ? 'quoted' : 'sealed';
    }
    if (wholeCalls.has(path)) return outer;
    return makesText(values, parent) ? 'text' : 'part';
  }
  if (parent.type === 'BinaryExpression' && comparisons.has(parent.operator)) return 'none';
  if (parent.type === 'UnaryExpression') return 'none';
  if (parent.type === 'ConditionalExpression') {
    if (parent.test === node) return 'none';
    // The name of a variable or member is no text of which much is known.
    if (parent.consequent === node && testsName(reading, parent.test)) return 'part';
  }
  if (parent.type === 'MemberExpression') {
    if (parent.property === node) {
      return isTable(reading, parent.object) || isStorage(values.path(parent.object))
        ? 'part'
        : 'none';
    }
    if (!parent.computed && emptyMembers.has(values.property(parent) ?? '')) return 'none';
  }
  if (outer === 'part') return 'part';
  if (wholeNodes.has(parent.type)) return outer;
  return textNodes.has(parent.type) ? 'text' : 'part';
}

/** Whether a value is put into a longer text. */
function isJoined({ tree }: ScriptReading, node: AnyNode): boolean {
  const user = tree.parent(tree.numberOf(node));
  return user?.type === 'TemplateLiteral' || user?.type === 'BinaryExpression';
}

/** `/^[a-z_]\w*$/.test(name)`: a text that fits is a single name. */
function testsName({ tree, bindings }: ScriptReading, test: AnyNode): boolean {
  if (test.type !== 'CallExpression' || test.callee.type !== 'MemberExpression') return false;
  const { object, property } = test.callee;
  if (property.type !== 'Identifier' || property.name !== 'test') return false;
  const [value, ...others] = bindings.of(tree.numberOf(object))?.values ?? [];
  const pattern = others.length === 0 && value !== undefined ? tree.node(value) : object;
  return pattern?.type === 'Literal' && NAME_PATTERN.test(pattern.regex?.pattern ?? '');
}

const NAME_PATTERN = /^\^(?:\[(?:\w-\w|\\[wd]|[\w$])+\][*+]?){1,2}\$$/;

const isStorage = (path: string): boolean => path === 'localStorage' || path === 'sessionStorage';

const isVerdict = ({ callee }: Pick<CallExpression, 'callee'>): boolean =>
  callee.type === 'MemberExpression' &&
  !callee.computed &&
  callee.property.type === 'Identifier' &&
  verdictMethods.has(callee.property.name);

/** A hash does not contain the data that was hashed. */
const isDigest = (
  values: ScriptReading['values'],
  { callee }: Pick<CallExpression, 'callee'>,
): boolean => values.path(callee).endsWith('crypto.subtle.digest');

/** `table[index]` reveals the index if the table is a literal with contents; `counts[index]` does not. */
function isTable({ tree, bindings }: ScriptReading, object: AnyNode): boolean {
  const [value = tree.numberOf(object), ...others] =
    bindings.of(tree.numberOf(object))?.values ?? [];
  const table = others.length === 0 ? tree.node(value) : undefined;
  if (table?.type === 'ArrayExpression') return table.elements.length > 0;
  if (table?.type === 'ObjectExpression') return table.properties.length > 0;
  return table?.type === 'Literal';
}

function makesText(
  values: ScriptReading['values'],
  { callee }: Pick<CallExpression, 'callee'>,
): boolean {
  if (textCalls.has(values.path(callee))) return true;
  return callee.type === 'MemberExpression' && textMethods.has(values.property(callee) ?? '');
}
