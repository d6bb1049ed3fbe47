import type { AnyNode } from 'acorn';
import type { ScriptReading } from '../script-reading.ts';
import type { Binding } from '../tree/bindings.ts';
import { fireAndForgetSinks, type SinkKind } from './sinks.ts';
import { isAjaxUnread, isRequestUnread } from './unread-response.ts';

/** Expressions around a call that are followed. */
const MAX_STEPS = 50;
/** If a response or a function has more uses, the response counts as read. */
const MAX_USES = 50;
/** Functions that may return the response to their callers. */
const MAX_CALLERS = 3;

/** Whether the script ignores the response: clients of a service read it, data thieves do not. */
export function isResponseIgnored(
  reading: ScriptReading,
  kind: SinkKind,
  number: number,
  isThorough: boolean,
): boolean {
  if (fireAndForgetSinks.has(kind) || kind === 'form') return true;
  if (kind === 'request') return isThorough && isRequestUnread(reading, number);
  if (kind === 'ajax') return isThorough && isAjaxUnread(reading, number);
  return kind === 'fetch' && isUnread(reading, number, MAX_CALLERS);
}

/**
 * Whether a response is not read: `fetch(…)` and `fetch(…).catch(…)` as statements, also with `void` or `await`;
 * responses of which only the status is read; and responses that are returned to callers that ignore them.
 */
function isUnread(reading: ScriptReading, number: number, callers: number): boolean {
  const { tree, values } = reading;
  let at = number;
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const parent = tree.parent(at);
    if (!parent) return false;
    if (parent.type === 'ExpressionStatement') return true;
    // `return fetch(…), true` returns something else.
    if (parent.type === 'SequenceExpression' && parent.expressions.at(-1) !== tree.node(at)) {
      return true;
    }
    if (parent.type === 'ReturnStatement') return isUnreadByCallers(reading, at, callers);
    if (parent.type === 'ArrowFunctionExpression') return isUnreadByCallers(reading, at, callers);
    if (parent.type === 'VariableDeclarator' && parent.id.type === 'Identifier') {
      return isStatusOnly(reading, reading.bindings.of(tree.numberOf(parent.id)));
    }
    const method = parent.type === 'MemberExpression' ? values.property(parent) : undefined;
    if (method === 'then') {
      const call = tree.parent(tree.numberOf(parent));
      if (call?.type !== 'CallExpression' || !ignoresArgument(reading, call.arguments[0]))
        return false;
    } else if (method !== 'catch' && method !== 'finally' && !passesOn(parent)) return false;
    at = tree.numberOf(parent);
  }
  return false;
}

/** Whether a callback has no parameter for the response, or reads only its status. */
function ignoresArgument({ tree, bindings, values }: ScriptReading, callback: AnyNode | undefined) {
  const number = callback ? tree.numberOf(callback) : -1;
  if (!tree.isFunction(number)) return false;
  const [response] = bindings.parametersOf(number)[0] ?? [];
  return response === undefined || isStatusOnly({ tree, bindings, values }, response);
}

const statusNames: ReadonlySet<string> = new Set(['ok', 'status']);

function isStatusOnly(
  { tree, bindings, values }: Pick<ScriptReading, 'tree' | 'bindings' | 'values'>,
  response: Binding | undefined,
): boolean {
  if (!response) return false;
  const uses = bindings.referencesOf(response);
  if (uses.length > MAX_USES) return false;
  return uses.every((number) => {
    const parent = tree.parent(number);
    if (parent?.type === 'VariableDeclarator' || parent?.type === 'ArrowFunctionExpression') {
      return (
        parent.type === 'VariableDeclarator' ||
        parent.params.some((it) => tree.numberOf(it) === number)
      );
    }
    if (parent?.type === 'FunctionExpression') return true;
    return parent?.type === 'MemberExpression' && statusNames.has(values.property(parent) ?? '');
  });
}

/** Functions that ignore the result of their callback. */
const listening: ReadonlySet<string> = new Set([
  ...['addEventListener', 'on', 'one', 'setTimeout', 'setInterval', 'forEach', 'each'],
  ...['submit', 'click', 'change', 'blur', 'requestIdleCallback', 'requestAnimationFrame'],
]);

function isUnreadByCallers(reading: ScriptReading, number: number, callers: number): boolean {
  const { tree, bindings, values } = reading;
  let at = number;
  while (at >= 0 && !tree.isFunction(at)) at = tree.parents[at] ?? -1;
  const [node, user] = [tree.node(at), tree.parent(at)];
  if (!node || !user || callers === 0) return false;
  if (user.type === 'CallExpression') {
    if (user.callee === node) return isUnread(reading, tree.numberOf(user), callers - 1);
    const path = values.path(user.callee);
    return listening.has(path.slice(path.lastIndexOf('.') + 1));
  }
  const name =
    user.type === 'VariableDeclarator'
      ? user.id
      : node.type === 'FunctionDeclaration'
        ? node.id
        : undefined;
  const binding = name ? bindings.of(tree.numberOf(name)) : undefined;
  const uses = binding ? bindings.referencesOf(binding) : [];
  if (uses.length > MAX_USES) return false;
  const calls = uses.flatMap((use) => {
    const call = tree.parent(use);
    return call?.type === 'CallExpression' && tree.numberOf(call.callee) === use ? [call] : [];
  });
  return (
    calls.length > 0 && calls.every((call) => isUnread(reading, tree.numberOf(call), callers - 1))
  );
}

function passesOn(node: AnyNode): boolean {
  return (
    (node.type === 'CallExpression' && node.callee.type === 'MemberExpression') ||
    (node.type === 'UnaryExpression' && node.operator === 'void') ||
    node.type === 'SequenceExpression' ||
    node.type === 'LogicalExpression' ||
    node.type === 'ConditionalExpression' ||
    node.type === 'ChainExpression' ||
    node.type === 'AwaitExpression'
  );
}
