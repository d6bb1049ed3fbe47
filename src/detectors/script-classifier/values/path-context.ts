import type { AnyNode } from 'acorn';
import type { Bindings } from '../tree/bindings.ts';
import type { SyntaxTree } from '../tree/syntax-tree.ts';
import type { ConstantReader } from './constant-reader.ts';

/** What the parts of the path reader ask each other for. */
export interface PathContext {
  readonly tree: SyntaxTree;
  readonly bindings: Bindings;
  readonly constants: ConstantReader;
  path(node: AnyNode | undefined | null, steps: number): string;
}
