import type { AnyNode } from 'acorn';
import type { SyntaxTree } from '../tree/syntax-tree.ts';

/** Functions that only work something out are short. */
const MOST_NODES = 400;

const pureNodes: ReadonlySet<string> = new Set([
  ...['ArrayExpression', 'ArrowFunctionExpression', 'AssignmentExpression', 'BinaryExpression'],
  ...['BlockStatement', 'BreakStatement', 'CallExpression', 'ConditionalExpression'],
  ...['ContinueStatement', 'EmptyStatement', 'ExpressionStatement', 'ForInStatement'],
  ...['ForOfStatement', 'ForStatement', 'FunctionDeclaration', 'FunctionExpression', 'Identifier'],
  ...['IfStatement', 'Literal', 'LogicalExpression', 'MemberExpression', 'ObjectExpression'],
  ...['Property', 'ReturnStatement', 'SequenceExpression', 'SpreadElement', 'TemplateElement'],
  ...['TemplateLiteral', 'UnaryExpression', 'UpdateExpression', 'VariableDeclaration'],
  ...['VariableDeclarator', 'WhileStatement', 'DoWhileStatement'],
]);
const impureNames: ReadonlySet<string> = new Set([
  ...['document', 'window', 'location', 'navigator', 'fetch', 'setTimeout', 'eval', 'Promise'],
]);

/** Whether a part of a script could be pure, by the kinds of its nodes: most are not. */
export function mayBeConstant(tree: SyntaxTree, number: number): boolean {
  const last = tree.lasts[number] ?? number;
  if (last - number > MOST_NODES) return false;
  for (let at = number; at <= last; at += 1) {
    const node = tree.node(at);
    if (!node || !isConstant(node)) return false;
  }
  return true;
}

const isConstant = (node: AnyNode): boolean =>
  node.type === 'Identifier' ? !impureNames.has(node.name) : pureNodes.has(node.type);
