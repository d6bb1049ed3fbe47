import type { AnyNode, CallExpression, NewExpression } from 'acorn';
import { returnedBy } from '../tree/known-calls.ts';
import type { PathContext } from './path-context.ts';
import { elementFinders, elementMethods, isElement, listMakers, madeBy, UNKNOWN } from './paths.ts';
import { soleValue } from './sole-value.ts';

/** Methods of jQuery that return the object that they are called on, if they have this many arguments. */
const chaining: ReadonlyMap<string, number> = new Map([
  ...['append', 'appendTo', 'prepend', 'prependTo', 'insertAfter', 'val', 'html'].map(
    (name) => [name, 1] as const,
  ),
  ...['attr', 'prop', 'css'].map((name) => [name, 2] as const),
  ...['hide', 'show', 'addClass'].map((name) => [name, 0] as const),
]);

/** The path of the object that a call or `new` creates or finds. */
export function madePath(
  context: PathContext,
  node: CallExpression | NewExpression,
  steps: number,
): string {
  const callee = context.path(node.callee, steps);
  const made = madeBy.get(callee);
  if (made !== undefined) return made;
  const dot = callee.lastIndexOf('.');
  const method = callee.slice(dot + 1);
  const object = callee.slice(0, Math.max(dot, 0));
  if (isElement(object) && elementMethods.has(method)) return object;
  // A clone of a form contains its fields.
  if (isElement(object) && method === 'cloneNode') return '<clone>';
  if (object === '<peer>' && method === 'createDataChannel') return '<channel>';
  if (listMakers.has(callee)) {
    const list = context.path(node.arguments[0], steps);
    return isElement(list) ? list : UNKNOWN;
  }
  if (method === 'noConflict') return object;
  if (object.startsWith('<') && !isElement(object)) {
    const fewest = chaining.get(method);
    if (fewest !== undefined && node.arguments.length >= fewest) return object;
  }
  if (method === 'bind' && node.callee.type === 'MemberExpression') return object;
  if (callee === 'Object.assign') {
    const target = context.path(node.arguments[0], steps);
    return target.startsWith('<') ? target : UNKNOWN;
  }
  if (method === 'createElement') return tagPath(context, node.arguments[0]);
  if (method === 'createElementNS') return tagPath(context, node.arguments[1]);
  if (!elementFinders.has(method)) return returnedPath(context, node.callee, steps);
  // jQuery creates an element from markup: `$('<img>')`.
  const tag = /^<([a-z]+)/i.exec(context.constants.text(node.arguments[0]) ?? '')?.[1];
  return tag === undefined ? '<node>' : `<${tag.toLowerCase()}>`;
}

function tagPath({ constants }: PathContext, tag: AnyNode | undefined): string {
  return `<${constants.text(tag)?.toLowerCase() ?? 'element'}>`;
}

/** `find('input')`, if the script has a function `find` that returns elements. */
function returnedPath(context: PathContext, callee: AnyNode, steps: number): string {
  if (callee.type !== 'Identifier') return UNKNOWN;
  const value = soleValue(context.tree, context.bindings, context.tree.numberOf(callee));
  const path = context.path(returnedBy(value), steps);
  return isElement(path) ? path : UNKNOWN;
}
