import { isValue } from '../node-type.ts';
import type { ArgumentNode, CallNode, LogicNode, SetItem, TestNode, ValueNode } from '../syntax.ts';
import type { Value } from '../value.ts';
import { compileTest } from './compile-test.ts';

/** A test of one value that is cheap to evaluate for many conditions at once. Texts are byte strings. */
export type Prerequisite =
  /** `http.host eq "a.test"`, `http.host in {"a.test" "b.test"}` */
  | { readonly kind: 'texts'; readonly left: ValueNode; readonly texts: readonly string[] }
  /** `http.user_agent contains "bot"`, and tests that imply it: `starts_with(http.host, "a.")` */
  | { readonly kind: 'part'; readonly left: ValueNode; readonly part: string }
  /** `has_key(http.request.headers, "x-debug")` */
  | { readonly kind: 'header'; readonly left: ValueNode; readonly name: string }
  /** `ip.src in {192.0.2.0/24}` */
  | {
      readonly kind: 'addresses';
      readonly left: ValueNode;
      readonly items: readonly SetItem[];
      readonly isIn: (value: Value) => boolean;
    };

/** A condition can be true only if one of these is. */
export type Prerequisites = readonly Prerequisite[];

/**
 * Finds the prerequisites of a condition, so that a caller with many conditions can rule out most of them at
 * once. Undefined if there are none.
 */
export function prerequisites(node: LogicNode): Prerequisites | undefined {
  switch (node.kind) {
    case 'compare':
      return isCheapValue(node.left) ? comparison(node.left, node.test) : undefined;
    case 'truth':
      return node.value.kind === 'call' ? call(node.value) : undefined;
    case 'combine':
      return combined(node.op, node.items.map(prerequisites));
    default:
      return undefined;
  }
}

/** For an `and`, the most selective part suffices; for an `or`, every part must have prerequisites. */
function combined(
  op: 'and' | 'or' | 'xor',
  parts: readonly (Prerequisites | undefined)[],
): Prerequisites | undefined {
  const known = parts.filter((part) => part !== undefined);
  if (op === 'and') return known.toSorted((one, other) => weight(other) - weight(one))[0];
  return op === 'or' && known.length === parts.length ? known.flat() : undefined;
}

function comparison(left: ValueNode, test: TestNode): Prerequisites | undefined {
  if (left.type.kind === 'IP') {
    if (test.kind !== 'in-set') return undefined;
    const { items } = test;
    return [{ kind: 'addresses', left, items, isIn: anyAddress([items]) }];
  }
  if (left.type.kind !== 'String') return undefined;
  switch (test.kind) {
    case 'contains':
      return [{ kind: 'part', left, part: test.right }];
    case 'ordering':
      return test.op === 'eq' && test.right.kind === 'string'
        ? [{ kind: 'texts', left, texts: [test.right.value] }]
        : undefined;
    case 'in-set': {
      const texts = test.items.flatMap((item) => (item.kind === 'string' ? [item.value] : []));
      return [{ kind: 'texts', left, texts }];
    }
    default:
      return undefined;
  }
}

function call({ name, args, indexes }: CallNode): Prerequisites | undefined {
  const [left, right] = args;
  if (indexes.length > 0 || !left || !isCheapValue(left) || right?.kind !== 'string')
    return undefined;
  const { value } = right;
  if (name === 'has_key')
    return isHeaders(left) ? [{ kind: 'header', left, name: value }] : undefined;
  const isPart = name === 'starts_with' || name === 'ends_with';
  return isPart ? [{ kind: 'part', left, part: value }] : undefined;
}

const isHeaders = (node: ValueNode): boolean =>
  node.kind === 'field' && node.name === 'http.request.headers';

const CHEAP_CALLS = new Set(['lower', 'upper']);

/** Whether a value is cheap: it is computed even if an earlier part of the condition would have made that unnecessary. */
function isCheapValue(node: ArgumentNode): node is ValueNode {
  if (!isValue(node) || node.indexes.length > 0) return false;
  if (node.kind === 'field') return !node.name.startsWith('http.request.body');
  return CHEAP_CALLS.has(node.name) && node.args.every(isCheapValue);
}

/** The selectivity of a test: a whole text has more than a part of one, long texts have more than short ones. */
const weight = (tests: Prerequisites): number => Math.min(...tests.map(weightOf));

function weightOf(test: Prerequisite): number {
  // There are few methods, so any other test is more selective.
  if (test.left.kind === 'field' && test.left.name === 'http.request.method') return 1;
  switch (test.kind) {
    case 'texts':
      return 2 * (1 + Math.min(...test.texts.map((text) => text.length)));
    case 'part':
      return test.part.length;
    case 'header':
      return test.name.length;
    case 'addresses':
      return 1;
  }
}

/** Whether an address is in any of several sets. */
export function anyAddress(sets: readonly (readonly SetItem[])[]): (value: Value) => boolean {
  return compileTest({ kind: 'in-set', items: sets.flat() }, { field: none, list: none });
}

const none = () => undefined;
