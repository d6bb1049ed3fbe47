import type { AnyNode } from 'acorn';
import type { Bindings } from '../tree/bindings.ts';
import type { SyntaxTree } from '../tree/syntax-tree.ts';

/** What a variable holds that gets one value, and nothing unknown beside it. */
export function soleValue(
  tree: SyntaxTree,
  bindings: Bindings,
  number: number,
): AnyNode | undefined {
  const binding = bindings.of(number);
  if (!binding || binding.hasUnknownValues || binding.values.length !== 1) return undefined;
  return tree.node(binding.values[0] ?? -1);
}
