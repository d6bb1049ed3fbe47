import type { AnyNode } from 'acorn';
import type { Bindings } from '../tree/bindings.ts';
import type { SyntaxTree } from '../tree/syntax-tree.ts';
import type { ConstantReader } from './constant-reader.ts';

/** The interface between the parts of the path reader. */
export interface PathContext {
  readonly tree: SyntaxTree;
  readonly bindings: Bindings;
  readonly constants: ConstantReader;
  path(node: AnyNode | undefined | null, steps: number): string;
}
