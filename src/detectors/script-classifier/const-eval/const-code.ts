import type { AnyNode } from 'acorn';
import type { SyntaxTree } from '../tree/syntax-tree.ts';

/** Functions that only work something out are short. */
const MAX_NODES = 400;

const allowedNodes: ReadonlySet<string> = new Set([
  ...['ArrayExpression', 'ArrowFunctionExpression', 'AssignmentExpression', 'BinaryExpression'],
  ...['BlockStatement', 'BreakStatement', 'CallExpression', 'ConditionalExpression'],
  ...['ContinueStatement', 'EmptyStatement', 'ExpressionStatement', 'ForInStatement'],
  ...['ForOfStatement', 'ForStatement', 'FunctionDeclaration', 'FunctionExpression', 'Identifier'],
  ...['IfStatement', 'Literal', 'LogicalExpression', 'MemberExpression', 'ObjectExpression'],
  ...['Property', 'ReturnStatement', 'SequenceExpression', 'SpreadElement', 'TemplateElement'],
  ...['TemplateLiteral', 'UnaryExpression', 'UpdateExpression', 'VariableDeclaration'],
  ...['VariableDeclarator', 'WhileStatement', 'DoWhileStatement'],
]);
const browserNames: ReadonlySet<string> = new Set([
  ...['document', 'window', 'location', 'navigator', 'fetch', 'setTimeout', 'eval', 'Promise'],
]);

/** Whether a part of a script could be pure, by the kinds of its nodes: most are not. */
export function mayBeConstant(tree: SyntaxTree, number: number): boolean {
  const last = tree.lasts[number] ?? number;
  if (last - number > MAX_NODES) return false;
  for (let at = number; at <= last; at += 1) {
    const node = tree.node(at);
    if (!node || !isConstant(node)) return false;
  }
  return true;
}

const isConstant = (node: AnyNode): boolean =>
  node.type === 'Identifier' ? !browserNames.has(node.name) : allowedNodes.has(node.type);
