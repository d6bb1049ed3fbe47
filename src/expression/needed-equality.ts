import type { LogicNode } from './syntax.ts';

/** A comparison without which a condition cannot hold: `http.host eq "a.test"`. */
export interface NeededEquality {
  readonly field: string;
  /** As fields give their values: a byte string. */
  readonly value: string;
}

/**
 * Finds such a comparison, so that who has many conditions can look up once which of them are worth
 * asking. Of several, the one with the longest text says most.
 */
export function neededEquality(node: LogicNode): NeededEquality | undefined {
  if (node.kind === 'combine' && node.op === 'and') {
    return node.items.map(neededEquality).reduce(longer, undefined);
  }
  if (node.kind !== 'compare') return undefined;
  const { left, test } = node;
  if (left.kind !== 'field' || left.indexes.length > 0) return undefined;
  if (test.kind !== 'ordering' || test.op !== 'eq' || test.right.kind !== 'string')
    return undefined;
  return { field: left.name, value: test.right.value };
}

function longer(
  one: NeededEquality | undefined,
  other: NeededEquality | undefined,
): NeededEquality | undefined {
  if (!one || !other) return one ?? other;
  return other.value.length > one.value.length ? other : one;
}
