import type { AnyNode, CallExpression, MemberExpression } from 'acorn';
import { isOwnObject, methodOf } from '../tree/known-calls.ts';
import { builtInObjects, callBuiltIn, mathMethods } from './const-built-ins.ts';
import {
  type ConstValue,
  isObject,
  itemsOf,
  keysOf,
  listMethods,
  NotConstant,
  quickPattern,
  sized,
  textMethods,
  textOf,
} from './const-values.ts';
import type { Evaluator, Variables } from './evaluator.ts';

/** Calls a method: of an object of the language, of the script, of a text, a list or a number. */
export function callMethod(
  evaluator: Evaluator,
  { arguments: args }: CallExpression,
  callee: MemberExpression,
  name: string,
  variables: Variables,
): ConstValue {
  const { tree, bindings } = evaluator;
  const { object } = callee;
  const isGlobal =
    object.type === 'Identifier' &&
    builtInObjects.has(object.name) &&
    bindings.of(tree.numberOf(object))?.isGlobal;
  if (isGlobal) return callBuiltInMethod(evaluator, object.name, name, args, variables);
  const own = isOwnObject(tree, bindings, object) ? methodOf(tree, bindings, callee) : undefined;
  if (own !== undefined) return evaluator.call(own, evaluator.list(args, variables));
  const self = evaluator.expression(object, variables);
  const [first, second] = args;
  if (typeof self === 'string' && first?.type === 'Literal' && first.regex) {
    return callWithPattern(evaluator, self, name, first.regex, second, variables);
  }
  if (Array.isArray(self) && first && evaluator.functions.at(first) !== undefined) {
    return callForEach(evaluator, self, name, first, second, variables);
  }
  return callOnValue(evaluator, self, name, evaluator.list(args, variables));
}

function callOnValue(
  { run }: Evaluator,
  self: ConstValue,
  name: string,
  args: readonly ConstValue[],
): ConstValue {
  if (typeof self === 'string') {
    const method = textMethods.get(name);
    if (!method) throw new NotConstant(name);
    return sized(method(self, ...args));
  }
  if (typeof self === 'number' && name === 'toString') {
    if (args[0] !== undefined) run.isDecoded = true;
    return self.toString(args[0] === undefined ? 10 : Number(args[0]));
  }
  const method = Array.isArray(self) ? listMethods.get(name) : undefined;
  if (!method || !Array.isArray(self)) throw new NotConstant(name);
  if (name === 'reverse') run.isDecoded = true;
  if (name === 'join') run.pieces += self.length;
  const value = sized(method(self, ...args));
  sized(self);
  return value;
}

function callBuiltInMethod(
  evaluator: Evaluator,
  object: string,
  name: string,
  args: readonly AnyNode[],
  variables: Variables,
): ConstValue {
  const [first, callback] = args;
  if (object === 'Object' && first) {
    const given = evaluator.expression(first, variables);
    if (name === 'keys') return keysOf(given);
    if (name === 'values' && isObject(given)) return [...given.members.values()];
    throw new NotConstant(name);
  }
  if (object === 'Array' && name === 'from' && first && callback) {
    const list = [...itemsOf(evaluator.expression(first, variables))];
    return callForEach(evaluator, list, 'map', callback, undefined, variables);
  }
  const given = evaluator.list(
    args.map((it) => (isNull(it) ? null : it)),
    variables,
  );
  if (object === 'Math') {
    const work = mathMethods.get(name);
    if (!work) throw new NotConstant(name);
    return work(...given.map(Number));
  }
  if (object === 'Number' && name === 'parseInt') return callBuiltIn(evaluator.run, name, given);
  const known = name === 'apply' ? given : given.map((it) => it ?? '');
  return callBuiltIn(evaluator.run, `${object}.${name}`, known);
}

/** `text.replace(/a/g, f)` and the like. */
function callWithPattern(
  evaluator: Evaluator,
  self: string,
  name: string,
  { pattern, flags }: { pattern: string; flags: string },
  by: AnyNode | undefined,
  variables: Variables,
): ConstValue {
  const regex = quickPattern(pattern, flags, self);
  if (name === 'split') return self.split(regex);
  if (name === 'match') return self.match(regex)?.slice() ?? null;
  if ((name !== 'replace' && name !== 'replaceAll') || !by) throw new NotConstant(name);
  const called = evaluator.functions.at(by);
  if (called === undefined) {
    const text = textOf(evaluator.expression(by, variables));
    return sized(self.replace(regex, text));
  }
  return sized(
    self.replace(regex, (...found) => {
      const texts = found.filter((it) => typeof it === 'string');
      return textOf(evaluator.call(called, texts, variables));
    }),
  );
}

/** Methods of lists that take a function. */
function callForEach(
  evaluator: Evaluator,
  list: ConstValue[],
  name: string,
  callback: AnyNode,
  start: AnyNode | undefined,
  variables: Variables,
): ConstValue {
  const called = evaluator.functions.at(callback);
  if (called === undefined) throw new NotConstant('callback');
  evaluator.run.isLooped = true;
  const run = (...args: ConstValue[]): ConstValue => evaluator.call(called, args, variables);
  switch (name) {
    case 'map':
      return list.map((item, at) => run(item, at));
    case 'filter':
      return list.filter((item, at) => run(item, at));
    case 'forEach':
      list.forEach((item, at) => void run(item, at));
      return undefined;
    case 'reduce':
    case 'reduceRight': {
      const sum = start ? evaluator.expression(start, variables) : '';
      return list[name]((before: ConstValue, item, at) => run(before, item, at), sum);
    }
    default:
      throw new NotConstant(name);
  }
}

const isNull = (node: AnyNode): boolean => node.type === 'Literal' && node.value === null;
