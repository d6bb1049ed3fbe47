import { compileTest } from './compile-test.ts';
import type { LogicNode, SetItem } from './syntax.ts';
import type { Value } from './value.ts';

/** A test of one field without which a condition cannot hold. */
export type NeededTest =
  /** `http.host eq "a.test"`; the text is as fields give their values, a byte string. */
  | { readonly kind: 'equality'; readonly field: string; readonly value: string }
  /** `ip.src in {192.0.2.0/24}` */
  | { readonly kind: 'addresses'; readonly field: string; readonly items: readonly SetItem[] };

/**
 * Finds such tests, so that who has many conditions can look up once which of them are worth asking.
 * The one that says most comes first: a long text, then a short one, then a set of addresses.
 */
export function neededTests(node: LogicNode): NeededTest[] {
  if (node.kind === 'combine' && node.op === 'and') {
    return node.items.flatMap(neededTests).toSorted((one, other) => weight(other) - weight(one));
  }
  if (node.kind !== 'compare') return [];
  const { left, test } = node;
  if (left.kind !== 'field' || left.indexes.length > 0) return [];
  const field = left.name;
  if (test.kind === 'in-set' && left.type.kind === 'IP') {
    return [{ kind: 'addresses', field, items: test.items }];
  }
  if (test.kind !== 'ordering' || test.op !== 'eq' || test.right.kind !== 'string') return [];
  return [{ kind: 'equality', field, value: test.right.value }];
}

const weight = (test: NeededTest): number => (test.kind === 'equality' ? 1 + test.value.length : 0);

/** Whether an address is in any of several sets. */
export function anyAddress(sets: readonly (readonly SetItem[])[]): (value: Value) => boolean {
  return compileTest({ kind: 'in-set', items: sets.flat() }, { field: none, list: none });
}

const none = () => undefined;
