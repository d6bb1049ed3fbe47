import type { AnyNode } from 'acorn';
import type { Binding, Origin } from '../tree/bindings.ts';
import { returnedBy } from '../tree/known-calls.ts';
import { commonPath, MAX_VALUES } from './common-path.ts';
import type { PathContext } from './path-context.ts';
import { isElement, memberPath, pageObjects, UNKNOWN } from './paths.ts';
import { soleValue } from './sole-value.ts';

/** Pages with several versions of the library number them. */
const NUMBERED = /^jQuery_?\d+$/;

/** The path of what a name refers to. */
export function variablePath(
  context: PathContext,
  name: string,
  number: number,
  steps: number,
): string {
  const { tree, bindings } = context;
  const binding = bindings.of(number);
  if (!binding) return UNKNOWN;
  const value = soleValue(tree, bindings, number);
  if (value && !tree.isFunction(tree.numberOf(value))) return context.path(value, steps);
  if (binding.values.length > 1 && !binding.hasUnknownValues)
    return sharedPath(context, binding, steps);
  if (binding.origin && binding.values.length === 0) {
    return originPath(context, binding.origin, steps);
  }
  if (binding.isGlobal) return NUMBERED.test(name) ? 'jQuery' : name;
  // Libraries pass themselves to callbacks under these names: `ready(function ($) {})`. A function of the script
  // with such a name counts only if it returns elements of the page: some create them.
  if (name !== '$' && name !== 'jQuery') return UNKNOWN;
  const isLibrary = value === undefined || isElement(context.path(returnedBy(value), steps));
  return isLibrary ? name : UNKNOWN;
}

/** The path of a variable with several values. It may have thousands of values and as many references. */
function sharedPath(
  context: PathContext,
  { name, isGlobal, values }: Binding,
  steps: number,
): string {
  const unknown = isGlobal ? name : UNKNOWN;
  if (values.length > MAX_VALUES) return unknown;
  const given = values.flatMap((value) => context.tree.node(value) ?? []);
  return commonPath(context, given, steps, name) ?? unknown;
}

/** The path of a variable that receives a part of a value, an event or an item of a list. */
function originPath(context: PathContext, { kind, of, keys }: Origin, steps: number): string {
  const whole = context.path(of, steps);
  const list = isElement(whole) || whole === '<forms>' ? '<node>' : UNKNOWN;
  const event = isPage(context, of, whole, steps) ? '<pageevent>' : '<event>';
  const start = kind === 'event' ? event : kind === 'item' ? list : whole;
  return keys.reduce(memberPath, start);
}

/** Whether events come from the whole page, also through `$(document)`. */
function isPage(
  context: PathContext,
  node: AnyNode | undefined,
  path: string,
  steps: number,
): boolean {
  if (!node || pageObjects.has(path)) return true;
  if (node.type !== 'CallExpression') return false;
  const [arg] = node.arguments;
  return pageObjects.has(context.path(arg, steps)) || context.constants.text(arg) === 'body';
}
