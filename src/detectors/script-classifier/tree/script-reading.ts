import type { Program } from 'acorn';
import { collectAssignments } from './assignments.ts';
import { Bindings } from './bindings.ts';
import { SyntaxTree } from './syntax-tree.ts';
import { ValueReader } from './value-reader.ts';

/** A script that was taken apart. */
export interface ScriptReading {
  readonly source: string;
  readonly tree: SyntaxTree;
  readonly bindings: Bindings;
  readonly values: ValueReader;
}

export function readScript(source: string, program: Program): ScriptReading {
  const tree = new SyntaxTree(program);
  const bindings = new Bindings(tree);
  collectAssignments(tree, bindings);
  return { source, tree, bindings, values: new ValueReader(tree, bindings) };
}
