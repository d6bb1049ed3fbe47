import type { AnyNode } from 'acorn';
import type { ScriptReading } from '../script-reading.ts';
import { functionTypes } from '../tree/syntax-tree.ts';

type Code = Pick<ScriptReading, 'tree' | 'bindings'>;

/** A function with fewer words counts as part of the function around it: minifiers inline it. */
const MIN_WORDS = 5;
/** Characters of a string that count. */
const MAX_CHARACTERS = 64;

/** Node types that have a word. */
const worded = [
  'CallExpression',
  'Identifier',
  'Literal',
  'NewExpression',
  'TemplateElement',
  'ThisExpression',
] as const;

/** Names and strings that minifiers replace or remove. */
const replaced: ReadonlySet<string> = new Set([
  ...['', 'undefined', 'NaN', 'Infinity', 'use strict'],
  // `typeof a < 'u'`
  'u',
]);
const labelled: ReadonlySet<string | undefined> = new Set([
  ...['LabeledStatement', 'BreakStatement', 'ContinueStatement'],
]);

/**
 * The functions of a script, each as a hash of what minifiers keep: names of members and globals, strings, and calls with the
 * number of their arguments. Names of variables, comments, and the order and form of statements do not count.
 */
export class FunctionShapes {
  /** Hashes of 16 bits, by the number of the function; 0 is the code outside of functions. */
  readonly hashes: ReadonlyMap<number, number>;
  /** For each node the number of the function around it. */
  readonly #enclosing: Int32Array;

  constructor(code: Code) {
    this.#enclosing = code.tree.enclosing(functionTypes);
    this.hashes = this.#hash(code);
  }

  /** The number of the function that a node counts for. */
  functionAround(node: number): number {
    let found = this.#enclosing[node] ?? 0;
    while (found > 0 && !this.hashes.has(found)) found = this.#enclosing[found] ?? 0;
    return found;
  }

  /** The function around a node that no other function contains; 0 if there is none. */
  outermostAround(node: number): number {
    let found = 0;
    for (let at = this.#enclosing[node] ?? 0; at > 0; at = this.#enclosing[at] ?? 0) found = at;
    return found;
  }

  #hash(code: Code): Map<number, number> {
    const { tree } = code;
    const words = new Int32Array(tree.nodes.length);
    // A sum, because minifiers exchange branches and operands.
    const sums = new Int32Array(tree.nodes.length);
    const add = (number: number, count: number, sum: number): void => {
      words[number] = (words[number] ?? 0) + count;
      sums[number] = (sums[number] ?? 0) + sum;
    };
    for (const number of tree.ofTypes(worded)) {
      const word = wordOf(code, number);
      if (word !== undefined) add(this.#enclosing[number] ?? 0, 1, hashOf(word));
    }
    const hashes = new Map<number, number>();
    // Inner functions come after outer ones.
    for (const number of [0, ...tree.ofTypes(functionTypes)].reverse()) {
      const [count = 0, sum = 0] = [words[number], sums[number]];
      if (count >= MIN_WORDS || number === 0) hashes.set(number, mixed(sum + count) & 0xffff);
      else add(this.#enclosing[number] ?? 0, count, sum);
    }
    return hashes;
  }
}

function wordOf({ tree, bindings }: Code, number: number): string | undefined {
  const node = tree.nodes[number];
  switch (node?.type) {
    case 'Identifier': {
      const binding = bindings.of(number);
      if (binding) return binding.isGlobal && !replaced.has(node.name) ? node.name : undefined;
      return labelled.has(tree.parent(number)?.type) ? undefined : `.${node.name}`;
    }
    case 'Literal':
      if (node.regex) return `/${node.regex.pattern}`;
      if (typeof node.value !== 'string' || replaced.has(node.value)) return undefined;
      return (isKey(tree.parent(number), node) ? '.' : "'") + node.value;
    case 'TemplateElement':
      return node.value.cooked ? `'${node.value.cooked}` : undefined;
    case 'CallExpression':
      return `call ${node.arguments.length}`;
    case 'NewExpression':
      return `new ${node.arguments.length}`;
    case 'ThisExpression':
      return 'this';
    default:
      return undefined;
  }
}

/** Whether a string is the name of a member: `a['b']` or `{ 'b': 1 }`. */
const isKey = (parent: AnyNode | undefined, node: AnyNode): boolean =>
  (parent?.type === 'MemberExpression' && parent.property === node) ||
  (parent?.type === 'Property' && parent.key === node);

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5 ^ text.length;
  const end = Math.min(text.length, MAX_CHARACTERS);
  for (let at = 0; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return mixed(hash);
}

/** Spreads each bit over all others. */
function mixed(number: number): number {
  let hash = Math.imul(number ^ (number >>> 16), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return hash ^ (hash >>> 15);
}
