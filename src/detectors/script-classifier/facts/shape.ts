import type { AnyNode, Literal } from 'acorn';
import type { ScriptReading } from '../script-reading.ts';

/** Counts over the whole tree that distinguish obfuscated code from ordinary or minified code. */
export interface Shape {
  readonly nodes: number;
  /** Distinct names of variables, and those of them like `_0x3fa2`. */
  names: number;
  hexNames: number;
  /** Names without an ASCII letter or digit, such as `ﾟωﾟ` or `$_$`. */
  oddNames: number;
  members: number;
  /** `a['b']` where `a.b` would do. */
  quotedMembers: number;
  numbers: number;
  hexNumbers: number;
  /** Operators between literal numbers: `-0x1 * 0x2 + 0x9`. */
  arithmetic: number;
  /** Characters of strings, and those needlessly written as `\x61` or `\u0061`. */
  textCharacters: number;
  escapedCharacters: number;
  /** `[]`, `!` and `+`, of which code with only six characters consists. */
  symbols: number;
  firstEscape: number;
  /** Number of the first node of each kind; -1 if there is none. */
  firstHexName: number;
  firstArithmetic: number;
}

const HEX_NAME = /^_0x[0-9a-f]+$/i;
const ODD_NAME = /^[^a-zA-Z0-9]{2,}$/;
/** Escapes of printable ASCII characters. */
const NEEDLESS_ESCAPE = /\\x[2-7][0-9a-fA-F]|\\u00[2-7][0-9a-fA-F]|\\u\{[2-7][0-9a-fA-F]\}/g;

export function shapeOf({ tree, bindings }: ScriptReading): Shape {
  const shape: Shape = {
    nodes: tree.nodes.length,
    names: 0,
    hexNames: 0,
    oddNames: 0,
    members: 0,
    quotedMembers: 0,
    numbers: 0,
    hexNumbers: 0,
    arithmetic: 0,
    textCharacters: 0,
    escapedCharacters: 0,
    symbols: 0,
    firstEscape: -1,
    firstHexName: -1,
    firstArithmetic: -1,
  };
  countNames(shape, new Set(bindings.all.map(({ name }) => name)));
  for (const number of tree.ofTypes(counted)) {
    const node = tree.node(number);
    if (node) countNode(shape, node, number);
  }
  return shape;
}

const counted = [
  'ArrayExpression',
  'BinaryExpression',
  'Identifier',
  'Literal',
  'MemberExpression',
  'UnaryExpression',
] as const;

function countNames(shape: Shape, names: ReadonlySet<string>): void {
  shape.names = names.size;
  for (const name of names) {
    if (HEX_NAME.test(name)) shape.hexNames += 1;
    else if (ODD_NAME.test(name)) shape.oddNames += 1;
  }
}

function countNode(shape: Shape, node: AnyNode, number: number): void {
  switch (node.type) {
    case 'Literal':
      countLiteral(shape, node, number);
      break;
    case 'Identifier':
      if (shape.firstHexName < 0 && shape.hexNames > 0 && HEX_NAME.test(node.name)) {
        shape.firstHexName = number;
      }
      break;
    case 'MemberExpression':
      shape.members += 1;
      if (node.computed && isText(node.property)) shape.quotedMembers += 1;
      break;
    case 'ArrayExpression':
      if (node.elements.length === 0) shape.symbols += 1;
      break;
    case 'UnaryExpression':
      if (node.operator === '!' || node.operator === '+') shape.symbols += 1;
      if (node.operator === '-' && isHexNumber(node.argument)) countArithmetic(shape, number);
      break;
    case 'BinaryExpression':
      if (node.operator === '+') shape.symbols += 1;
      if (isNumberLike(node.left) && isNumberLike(node.right)) countArithmetic(shape, number);
      break;
    default:
  }
}

function countLiteral(shape: Shape, node: Literal, number: number): void {
  if (typeof node.value === 'number') {
    shape.numbers += 1;
    if (isHexNumber(node)) shape.hexNumbers += 1;
  }
  if (typeof node.value !== 'string') return;
  shape.textCharacters += node.value.length;
  if (!node.raw?.includes('\\')) return;
  const escapes = node.raw.match(NEEDLESS_ESCAPE)?.length ?? 0;
  shape.escapedCharacters += escapes;
  if (escapes > 0 && shape.firstEscape < 0) shape.firstEscape = number;
}

function countArithmetic(shape: Shape, number: number): void {
  shape.arithmetic += 1;
  if (shape.firstArithmetic < 0) shape.firstArithmetic = number;
}

const isText = (node: AnyNode): boolean =>
  node.type === 'Literal' &&
  typeof node.value === 'string' &&
  /^[A-Za-z_$][\w$]*$/.test(node.value);

const isHexNumber = (node: AnyNode): boolean =>
  node.type === 'Literal' && typeof node.value === 'number' && /^0x/i.test(node.raw ?? '');

const isNumberLike = (node: AnyNode): boolean =>
  (node.type === 'Literal' && typeof node.value === 'number') ||
  (node.type === 'UnaryExpression' && node.operator === '-' && isNumberLike(node.argument));
