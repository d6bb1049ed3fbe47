/**
 * Canonical text: words for operators, one space between pieces, parentheses only where needed. The
 * text parses to the same tree.
 */
import { precedence } from './operators.ts';
import type {
  ArgumentNode,
  ExpressionTree,
  IndexNode,
  LogicNode,
  SetItem,
  TestNode,
  ValueNode,
} from './syntax.ts';

export function printExpression(tree: ExpressionTree): string {
  switch (tree.kind) {
    case 'field':
    case 'call':
      return printValue(tree);
    case 'string':
      return printString(tree.value);
    case 'int':
    case 'ip':
      return String(tree.value);
    default:
      return printLogic(tree);
  }
}

function printLogic(node: LogicNode): string {
  switch (node.kind) {
    case 'constant':
      return String(node.value);
    case 'truth':
      return printValue(node.value);
    case 'compare':
      return `${printValue(node.left)} ${printTest(node.test)}`;
    case 'not':
      return `not ${node.of.kind === 'combine' ? `(${printLogic(node.of)})` : printLogic(node.of)}`;
    case 'combine':
      return node.items.map((item) => printItem(item, precedence(node.op))).join(` ${node.op} `);
  }
}

/** An item whose operator does not bind tighter than its chain needs parentheses. */
function printItem(item: LogicNode, around: number): string {
  const text = printLogic(item);
  return item.kind === 'combine' && precedence(item.op) <= around ? `(${text})` : text;
}

function printValue(node: ValueNode): string {
  const source =
    node.kind === 'field' ? node.name : `${node.name}(${node.args.map(printArgument).join(', ')})`;
  return source + node.indexes.map(printIndex).join('');
}

/** Without parentheses, a chain as an argument would end at its first operator, and a condition would be read as a value. */
function printArgument(node: ArgumentNode): string {
  const text = printExpression(node);
  return node.kind === 'combine' || node.kind === 'truth' ? `(${text})` : text;
}

function printIndex(index: IndexNode): string {
  if (index.kind === 'each') return '[*]';
  return `[${index.kind === 'key' ? printString(index.key) : index.position}]`;
}

function printTest(test: TestNode): string {
  switch (test.kind) {
    case 'ordering':
      return `${test.op} ${printExpression(test.right)}`;
    case 'contains':
      return `contains ${printString(test.right)}`;
    case 'matches':
      return `matches ${printRaw(test.pattern)}`;
    case 'wildcard':
      return `${test.strict ? 'strict wildcard' : 'wildcard'} ${printString(test.pattern)}`;
    case 'bits':
      return `bitwise_and ${test.mask}`;
    case 'in-set':
      return `in {${test.items.map(printItemOfSet).join(' ')}}`;
    case 'in-list':
      return `in $${test.list}`;
  }
}

function printItemOfSet(item: SetItem): string {
  switch (item.kind) {
    case 'string':
      return printString(item.value);
    case 'int':
    case 'ip':
      return item.low === item.high ? String(item.low) : `${item.low}..${item.high}`;
    case 'network':
      return `${item.address}/${item.bits}`;
  }
}

/** Everything but printable ASCII is escaped, so the text survives any charset. */
function printString(bytes: string): string {
  const escaped = bytes.replace(/["\\]|[^ -~]/g, (byte) =>
    byte === '"' || byte === '\\'
      ? `\\${byte}`
      : `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return `"${escaped}"`;
}

/** Patterns keep their backslashes: a raw string with as many # as they need. */
function printRaw(text: string): string {
  const runs = [...text.matchAll(/"(#*)/g)].map(([, hashes = '']) => hashes.length + 1);
  const hashes = '#'.repeat(Math.max(0, ...runs));
  return `r${hashes}"${text}"${hashes}`;
}
