import type { AnyNode, CallExpression } from 'acorn';
import type { ScriptReading } from '../script-reading.ts';
import { functionOf, propertyName } from '../tree/known-calls.ts';

/** A status is no response: the same as for `fetch`. */
const responses: ReadonlySet<string> = new Set([
  ...['responseText', 'response', 'responseXML', 'responseJSON', 'getResponseHeader'],
]);

/** If a request has more uses, its response counts as read. */
const MAX_USES = 30;
/** Nodes of a handler that are searched. */
const MAX_NODES = 2000;

/** What scripts do with a request without reading its response. */
const sending: ReadonlySet<string> = new Set([
  ...['open', 'send', 'setRequestHeader', 'withCredentials', 'timeout', 'overrideMimeType'],
  ...['upload', 'abort', 'readyState', 'async', 'responseType'],
  ...['status', 'statusText'],
]);
const handlers: ReadonlySet<string> = new Set([
  ...['onload', 'onreadystatechange', 'onerror', 'ontimeout', 'onloadend', 'onabort'],
]);
/** Whether a request of its own variable is only sent: nothing reads its response. */
export function isRequestUnread(reading: ScriptReading, number: number): boolean {
  const { tree, bindings, values } = reading;
  const call = tree.node(number);
  if (call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return false;
  const { object } = call.callee;
  const request = bindings.of(tree.numberOf(object));
  if (object.type !== 'Identifier' || !request || request.isParameter) return false;
  const uses = bindings.referencesOf(request);
  if (uses.length > MAX_USES) return false;
  return uses.every((use) => {
    const parent = tree.parent(use);
    if (parent?.type === 'VariableDeclarator') return tree.numberOf(parent.id) === use;
    if (parent?.type === 'AssignmentExpression') return tree.numberOf(parent.left) === use;
    if (parent?.type !== 'MemberExpression' || tree.numberOf(parent.object) !== use) return false;
    const property = values.property(parent) ?? '';
    if (sending.has(property)) return true;
    const user = tree.parent(tree.numberOf(parent));
    if (!handlers.has(property) || user?.type !== 'AssignmentExpression') return false;
    return user.left === parent && readsNothing(reading, user.right);
  });
}

const callbackNames: ReadonlySet<string> = new Set([
  ...['success', 'done', 'then', 'complete', 'always', 'error', 'fail', 'onSuccess', 'onComplete'],
]);

/** Whether the callbacks of `$.ajax(…)` read nothing, and nothing else uses what it returns. */
export function isAjaxUnread(reading: ScriptReading, number: number): boolean {
  const { tree, values } = reading;
  const call = tree.node(number);
  if (call?.type !== 'CallExpression') return false;
  let isFound = false;
  for (const callback of callbacksIn(call, reading)) {
    if (!readsNothing(reading, callback)) return false;
    isFound = true;
  }
  // `$.ajax(…).done(f).fail(g);`
  for (let at = number; ; ) {
    const parent = tree.parent(at);
    if (parent?.type === 'ExpressionStatement' || parent?.type === 'SequenceExpression') {
      return isFound;
    }
    if (parent?.type === 'LogicalExpression') {
      at = tree.numberOf(parent);
      continue;
    }
    const chained =
      parent?.type === 'MemberExpression' ? tree.parent(tree.numberOf(parent)) : undefined;
    if (parent?.type !== 'MemberExpression' || chained?.type !== 'CallExpression') return false;
    if (!callbackNames.has(values.property(parent) ?? '')) return false;
    if (!chained.arguments.every((it) => readsNothing(reading, it))) return false;
    isFound = true;
    at = tree.numberOf(chained);
  }
}

/** Callbacks in the settings and among the arguments of a call. */
function callbacksIn({ arguments: args }: CallExpression, { tree }: ScriptReading): AnyNode[] {
  return args.flatMap((arg): AnyNode[] => {
    if (tree.isFunction(tree.numberOf(arg))) return [arg];
    if (arg.type !== 'ObjectExpression') return [];
    return arg.properties.flatMap((it) => {
      if (it.type !== 'Property') return [];
      return callbackNames.has(propertyName(it.key) ?? '') ? [it.value] : [];
    });
  });
}

/** Whether a function of the script uses neither its first parameter nor a response. */
function readsNothing({ tree, bindings, values }: ScriptReading, callback: AnyNode): boolean {
  const called = functionOf(tree, bindings, bound(tree.numberOf(callback), callback, tree));
  if (called === undefined) return false;
  const [first = []] = bindings.parametersOf(called);
  const last = tree.lasts[called] ?? called;
  if (last - called > MAX_NODES) return false;
  const isUsed = first.some((parameter) =>
    bindings.referencesOf(parameter).some((use) => !isDeclaration(tree.parent(use), use, tree)),
  );
  if (isUsed) return false;
  for (let at = called; at <= last; at += 1) {
    const node = tree.node(at);
    if (node?.type === 'MemberExpression' && responses.has(values.property(node) ?? ''))
      return false;
  }
  return true;
}

/** `f.bind(this)` is `f`. */
function bound(number: number, callback: AnyNode, tree: ScriptReading['tree']): number {
  const { callee } = callback.type === 'CallExpression' ? callback : { callee: undefined };
  const isBind =
    callee?.type === 'MemberExpression' &&
    callee.property.type === 'Identifier' &&
    callee.property.name === 'bind';
  return isBind ? tree.numberOf(callee.object) : number;
}

const isDeclaration = (
  parent: AnyNode | undefined,
  use: number,
  tree: ScriptReading['tree'],
): boolean =>
  parent !== undefined &&
  'params' in parent &&
  parent.params.some((it) => tree.numberOf(it) === use);
