import type { AnyNode } from 'acorn';
import type { Facts } from '../facts/facts.ts';
import type { SyntaxTree } from '../tree/syntax-tree.ts';
import type { Finder } from './feature.ts';

const loops = ['ForStatement', 'WhileStatement', 'DoWhileStatement'] as const;
const orders: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);
const reporters: ReadonlySet<string> = new Set(['postMessage', 'send', 'emit']);
/** Longer loops do more than search. */
const MAX_NODES = 600;
/** Assignments between the number and the value that is compared. */
const MAX_ROUNDS = 3;

/**
 * Loops that pass an increasing number to a function, compare the result and report it: this is mining, with any
 * names.
 */
export const searchLoops: Finder = ({ reading: { tree } }) => {
  const found: number[] = [];
  for (const number of loops.flatMap((type) => tree.ofType(type))) {
    const last = tree.lasts[number] ?? number;
    if (last - number > MAX_NODES) continue;
    const inside = tree.nodes.slice(number, last + 1);
    const grown = new Set(inside.flatMap(grownName));
    if (grown.size === 0 || !inside.some(isReport)) continue;
    const results = new Set<string>();
    // A value that is computed from a result is a result too: `const view = new DataView(await digest(n++))`.
    for (let rounds = 0; rounds < MAX_ROUNDS; rounds += 1) {
      const known = rounds === 0 ? grown : results;
      for (const name of inside.flatMap((it) => resultOf(tree, it, known))) results.add(name);
    }
    const isSearch = inside.some(
      (it) => it.type === 'IfStatement' && decides(tree, it.test, results, grown),
    );
    if (isSearch) found.push(number);
  }
  return found;
};

/** The name in `n++` and `n += 1`; for members the last name. */
function grownName(node: AnyNode): string[] {
  if (node.type === 'UpdateExpression') return lastName(node.argument);
  return node.type === 'AssignmentExpression' && node.operator === '+=' ? lastName(node.left) : [];
}

function lastName(node: AnyNode): string[] {
  if (node.type === 'Identifier') return [node.name];
  return node.type === 'MemberExpression' ? lastName(node.property) : [];
}

/** Variables with the result of a function of an increasing number. */
function resultOf(tree: SyntaxTree, node: AnyNode, known: ReadonlySet<string>): string[] {
  const [target, value] =
    node.type === 'VariableDeclarator'
      ? [node.id, node.init]
      : node.type === 'AssignmentExpression'
        ? [node.left, node.right]
        : [undefined, undefined];
  return target && value && isMadeOf(tree, value, known) ? lastName(target) : [];
}

/** Whether an expression is a call with one of these names somewhere in its arguments. */
function isMadeOf(tree: SyntaxTree, node: AnyNode, known: ReadonlySet<string>): boolean {
  if (node.type === 'AwaitExpression') return isMadeOf(tree, node.argument, known);
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return false;
  return node.arguments.some((arg) => {
    const first = tree.numberOf(arg);
    const given = tree.nodes.slice(first, (tree.lasts[first] ?? first) + 1);
    return given.some((it) => it.type === 'Identifier' && known.has(it.name));
  });
}

/** Whether a condition compares such a result. */
function decides(
  tree: SyntaxTree,
  test: AnyNode,
  results: ReadonlySet<string>,
  grown: ReadonlySet<string>,
): boolean {
  if (test.type === 'LogicalExpression') {
    return [test.left, test.right].some((it) => decides(tree, it, results, grown));
  }
  // `hash.startsWith('0000')`, `meets(hash, target)`.
  if (test.type === 'CallExpression') {
    return heads(test.callee).some((it) => results.has(it)) || isMadeOf(tree, test, results);
  }
  if (test.type !== 'BinaryExpression' || !orders.has(test.operator)) return false;
  return [test.left, test.right].some(
    (side) => isMadeOf(tree, side, grown) || heads(side).some((it) => results.has(it)),
  );
}

/** The first name of an expression: `h` of `h`, `h[0]`, `h.low` and `h.low()`. */
function heads(node: AnyNode): string[] {
  if (node.type === 'CallExpression') return heads(node.callee);
  if (node.type === 'MemberExpression') return heads(node.object);
  return node.type === 'Identifier' ? [node.name] : [];
}

const isReport = (node: AnyNode): boolean =>
  node.type === 'CallExpression' && lastName(node.callee).some((it) => reporters.has(it));

/** Message listeners of one kind of object that call a method: they relay messages. */
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
