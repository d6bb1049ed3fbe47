import type { AnyNode } from 'acorn';
import type { PathContext } from './path-context.ts';
import { isElement } from './paths.ts';

/** If a variable or member has more values, its path is unknown. */
export const MAX_VALUES = 4;

/**
 * The path of values that are all elements, or all objects of the same kind. Null and similar values are ignored,
 * and so are values that start with `name`, the variable that they are assigned to: `b = b.parentNode`.
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

/** `null`, `undefined`, `false` and similar: the variable is not set yet. */
function isNothing(node: AnyNode): boolean {
  if (node.type === 'UnaryExpression') return node.operator === 'void' || node.operator === '!';
  if (node.type === 'Identifier') return node.name === 'undefined';
  return node.type === 'Literal' && (node.value === null || node.value === false);
}

/** Whether an expression starts with a variable, as `b.parentNode` starts with `b`. */
function startsWith(node: AnyNode, name: string): boolean {
  let at = node;
  while (true) {
    if (at.type === 'MemberExpression') at = at.object;
    else if (at.type === 'ChainExpression') at = at.expression;
    else if (at.type === 'CallExpression') at = at.callee;
    else return at.type === 'Identifier' && at.name === name;
  }
}
