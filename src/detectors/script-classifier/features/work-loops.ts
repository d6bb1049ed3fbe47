import type { AnyNode } from 'acorn';
import type { Facts } from '../facts/facts.ts';
import type { Finder } from './feature.ts';

const loops = ['ForStatement', 'WhileStatement', 'DoWhileStatement'] as const;
const orders: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);
const reporters: ReadonlySet<string> = new Set(['postMessage', 'send', 'emit']);
/** Loops that do more than search are longer. */
const MOST_NODES = 600;

/**
 * Loops that give a number which grows to a function, compare what comes out with something and report
 * it: what mining is, whatever the names are.
 */
export const searchLoops: Finder = ({ reading: { tree } }) => {
  const found: number[] = [];
  for (const number of loops.flatMap((type) => tree.ofType(type))) {
    const last = tree.lasts[number] ?? number;
    if (last - number > MOST_NODES) continue;
    const inside = tree.nodes.slice(number, last + 1);
    const grown = new Set(inside.flatMap(grownName));
    const results = new Set(inside.flatMap((it) => resultOf(it, grown)));
    const isSearch = inside.some(
      (it) => it.type === 'IfStatement' && decides(it.test, results, grown),
    );
    if (isSearch && inside.some(isReport)) found.push(number);
  }
  return found;
};

/** `n++` and `n += 1`; of members the last name. */
function grownName(node: AnyNode): string[] {
  if (node.type === 'UpdateExpression') return lastName(node.argument);
  return node.type === 'AssignmentExpression' && node.operator === '+=' ? lastName(node.left) : [];
}

function lastName(node: AnyNode): string[] {
  if (node.type === 'Identifier') return [node.name];
  return node.type === 'MemberExpression' ? lastName(node.property) : [];
}

/** Variables that hold what a function makes of a number that grows. */
function resultOf(node: AnyNode, grown: ReadonlySet<string>): string[] {
  const [target, value] =
    node.type === 'VariableDeclarator'
      ? [node.id, node.init]
      : node.type === 'AssignmentExpression'
        ? [node.left, node.right]
        : [undefined, undefined];
  return target && value && usesGrown(value, grown) ? lastName(target) : [];
}

function usesGrown(node: AnyNode, grown: ReadonlySet<string>): boolean {
  if (node.type === 'AwaitExpression') return usesGrown(node.argument, grown);
  if (node.type !== 'CallExpression') return false;
  return node.arguments.some(
    (arg) =>
      (arg.type === 'UpdateExpression' && lastName(arg.argument).some((it) => grown.has(it))) ||
      lastName(arg).some((it) => grown.has(it)) ||
      (arg.type === 'BinaryExpression' &&
        [arg.left, arg.right].some((side) => lastName(side).some((it) => grown.has(it)))),
  );
}

/** A comparison of such a result. */
function decides(test: AnyNode, results: ReadonlySet<string>, grown: ReadonlySet<string>): boolean {
  if (test.type === 'LogicalExpression') {
    return decides(test.left, results, grown) || decides(test.right, results, grown);
  }
  // `hash.startsWith('0000')`, `meets(hash, target)`.
  if (test.type === 'CallExpression') {
    const about = test.callee.type === 'MemberExpression' ? [test.callee.object] : [];
    return [...about, ...test.arguments].some((it) =>
      lastName(it).some((name) => results.has(name)),
    );
  }
  if (test.type !== 'BinaryExpression' || !orders.has(test.operator)) return false;
  return [test.left, test.right].some(
    (side) => usesGrown(side, grown) || heads(side).some((it) => results.has(it)),
  );
}

/** `h` of `h`, `h[0]` and `h.low`. */
function heads(node: AnyNode): string[] {
  if (node.type === 'MemberExpression') return heads(node.object);
  return node.type === 'Identifier' ? [node.name] : [];
}

const isReport = (node: AnyNode): boolean =>
  node.type === 'CallExpression' && lastName(node.callee).some((it) => reporters.has(it));

/** Listeners for messages of one kind of object that call a method. */
export const relays =
  (object: string, method: string): Finder =>
  (facts) =>
    messageHandlers(facts, object).filter((number) => {
      const { tree } = facts.reading;
      const calls = facts.methods.get(method) ?? [];
      return calls.some((call) => call > number && call <= (tree.lasts[number] ?? number));
    });

function messageHandlers({ reading: { tree, values }, methods }: Facts, object: string): number[] {
  const found: number[] = [];
  for (const number of tree.ofType('AssignmentExpression')) {
    const node = tree.node(number);
    if (node?.type === 'AssignmentExpression' && values.path(node.left) === `${object}.onmessage`) {
      found.push(number);
    }
  }
  for (const number of methods.get('addEventListener') ?? []) {
    const call = tree.node(number);
    if (call?.type !== 'CallExpression' || values.text(call.arguments[0]) !== 'message') continue;
    if (values.path(call.callee).startsWith(`${object}.`)) found.push(number);
  }
  return found;
}
