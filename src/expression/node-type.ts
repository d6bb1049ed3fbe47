/** Properties of nodes that checker, compiler and printer use. */
import type { ArgumentNode, LiteralNode, LogicNode, ValueNode } from './syntax.ts';
import { arrayOf, BOOL, INT, IP, STRING, type ValueType } from './value-type.ts';

/** True if the value is unpacked by `[*]`, so that it yields many values. */
export function unpacks(node: ArgumentNode): boolean {
  return 'indexes' in node && node.indexes.some((index) => index.kind === 'each');
}

/** Bool or Array<Bool>. */
export function logicType(node: LogicNode): ValueType {
  switch (node.kind) {
    case 'constant':
      return BOOL;
    case 'truth':
      return unpacks(node.value) ? arrayOf(BOOL) : node.value.type;
    case 'compare':
      return unpacks(node.left) ? arrayOf(BOOL) : BOOL;
    case 'not':
      return logicType(node.of);
    case 'combine':
      return node.items[0] ? logicType(node.items[0]) : BOOL;
  }
}

/** The type of an argument; the element type if it is unpacked. */
export function argumentType(node: ArgumentNode): ValueType {
  switch (node.kind) {
    case 'field':
    case 'call':
      return node.type;
    case 'string':
      return STRING;
    case 'int':
      return INT;
    case 'ip':
      return IP;
    default:
      return logicType(node);
  }
}

export function isLiteral(node: ArgumentNode): node is LiteralNode {
  return node.kind === 'string' || node.kind === 'int' || node.kind === 'ip';
}

export function isValue(node: ArgumentNode): node is ValueNode {
  return node.kind === 'field' || node.kind === 'call';
}
