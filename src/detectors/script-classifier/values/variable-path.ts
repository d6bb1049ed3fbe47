import type { AnyNode } from 'acorn';
import type { Binding, Origin } from '../tree/bindings.ts';
import { returnedBy } from '../tree/known-calls.ts';
import { commonPath, MAX_VALUES } from './common-path.ts';
import type { PathContext } from './path-context.ts';
import { isElement, memberPath, pageObjects, UNKNOWN } from './paths.ts';
import { soleValue } from './sole-value.ts';

/** What a name stands for. */
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
  if (binding.isGlobal) return name;
  // Libraries hand themselves over under these names: `ready(function ($) {})`. A function of the script
  // that has one has to find elements: in some it makes them.
  if (name !== '$' && name !== 'jQuery') return UNKNOWN;
  const isLibrary = value === undefined || isElement(context.path(returnedBy(value), steps));
  return isLibrary ? name : UNKNOWN;
}

/** Of a variable with several values. It may have thousands, and be asked for as often. */
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

/** Of a variable that gets a part of something, an event or an item of a list. */
function originPath(context: PathContext, { kind, of, keys }: Origin, steps: number): string {
  const whole = context.path(of, steps);
  const list = isElement(whole) || whole === '<forms>' ? '<node>' : UNKNOWN;
  const event = isPage(context, of, whole, steps) ? '<pageevent>' : '<event>';
  const start = kind === 'event' ? event : kind === 'item' ? list : whole;
  return keys.reduce(memberPath, start);
}

/** Also `$(document)`. */
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
