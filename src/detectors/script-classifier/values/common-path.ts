import type { AnyNode } from 'acorn';
import type { PathContext } from './path-context.ts';
import { isElement } from './paths.ts';

/** Values of a variable or member that are compared. */
export const MAX_VALUES = 4;

/**
 * The path of values that are all elements, or all objects of one kind. Null and the like count for nothing, and
 * so does what starts with `name`, the variable that holds the values: `b = b.parentNode`.
 */
export function commonPath(
  context: PathContext,
  values: readonly AnyNode[],
  steps: number,
  name?: string,
): string | undefined {
  if (values.length > MAX_VALUES) return undefined;
  const paths = values
    .filter((it) => !isNothing(it) && (name === undefined || !startsWith(it, name)))
    .map((it) => context.path(it, steps));
  const [first] = paths;
  if (!first?.startsWith('<')) return undefined;
  const isCommon = (path: string): boolean =>
    path === first || (isElement(path) && isElement(first));
  return paths.every(isCommon) ? first : undefined;
}

/** `null`, `undefined` and the like: a variable that holds nothing yet. */
function isNothing(node: AnyNode): boolean {
  if (node.type === 'UnaryExpression') return node.operator === 'void' || node.operator === '!';
  if (node.type === 'Identifier') return node.name === 'undefined';
  return node.type === 'Literal' && (node.value === null || node.value === false);
}

/** `b.parentNode` of `b`: a way on from what the variable is already. */
function startsWith(node: AnyNode, name: string): boolean {
  let at = node;
  while (true) {
    if (at.type === 'MemberExpression') at = at.object;
    else if (at.type === 'ChainExpression') at = at.expression;
    else if (at.type === 'CallExpression') at = at.callee;
    else return at.type === 'Identifier' && at.name === name;
  }
}
