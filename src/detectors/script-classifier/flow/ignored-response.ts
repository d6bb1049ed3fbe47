import type { AnyNode } from 'acorn';
import type { ScriptReading } from '../script-reading.ts';
import type { Binding } from '../tree/bindings.ts';
import { fireAndForgetSinks, type SinkKind } from './sinks.ts';

/** Wrappers and functions around a call that are looked through. */
const MAX_STEPS = 50;
/** Uses of an answer or of a function that are looked at; with more somebody reads it. */
const MAX_USES = 50;
/** Functions that hand the answer to their callers. */
const MAX_CALLERS = 3;

/** Whoever sends data to use a service reads its answer; who only wants the data does not. */
export function isResponseIgnored(reading: ScriptReading, kind: SinkKind, number: number): boolean {
  if (fireAndForgetSinks.has(kind) || kind === 'form') return true;
  return kind === 'fetch' && isUnread(reading, number, MAX_CALLERS);
}

/**
 * `fetch(…)` and `fetch(…).catch(…)` as statements, also with `void` or `await`; answers of which only
 * the status is looked at; and what is given back to callers that do nothing with it.
 */
function isUnread(reading: ScriptReading, number: number, callers: number): boolean {
  const { tree, values } = reading;
  let at = number;
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const parent = tree.parent(at);
    if (!parent) return false;
    if (parent.type === 'ExpressionStatement') return true;
    if (parent.type === 'ReturnStatement') return isUnreadByCallers(reading, at, callers);
    if (parent.type === 'ArrowFunctionExpression') return isUnreadByCallers(reading, at, callers);
    if (parent.type === 'VariableDeclarator' && parent.id.type === 'Identifier') {
      return isStatusOnly(reading, reading.bindings.of(tree.numberOf(parent.id)));
    }
    const method = parent.type === 'MemberExpression' ? values.property(parent) : undefined;
    if (method === 'then') {
      const call = tree.parent(tree.numberOf(parent));
      if (call?.type !== 'CallExpression' || !takesNothing(reading, call.arguments[0]))
        return false;
    } else if (method !== 'catch' && method !== 'finally' && !passesOn(parent)) return false;
    at = tree.numberOf(parent);
  }
  return false;
}

/** A callback that does not even name the answer, or looks at its status only. */
function takesNothing({ tree, bindings, values }: ScriptReading, callback: AnyNode | undefined) {
  const number = callback ? tree.numberOf(callback) : -1;
  if (!tree.isFunction(number)) return false;
  const [answer] = bindings.parametersOf(number)[0] ?? [];
  return answer === undefined || isStatusOnly({ tree, bindings, values }, answer);
}

const statusNames: ReadonlySet<string> = new Set(['ok', 'status']);

function isStatusOnly(
  { tree, bindings, values }: Pick<ScriptReading, 'tree' | 'bindings' | 'values'>,
  answer: Binding | undefined,
): boolean {
  if (!answer) return false;
  const uses = bindings.referencesOf(answer);
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

/** Listeners and timers give what they return to nobody. */
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
