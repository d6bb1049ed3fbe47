import { collectAssignments } from './tree/assignments.ts';
import { Bindings } from './tree/bindings.ts';
import type { LeftOut, ParsedScript } from './tree/script-parser.ts';
import { SyntaxTree } from './tree/syntax-tree.ts';
import { ValueReader } from './values/value-reader.ts';

/** A script that was taken apart. */
export interface ScriptReading {
  readonly source: string;
  readonly tree: SyntaxTree;
  readonly bindings: Bindings;
  readonly values: ValueReader;
  /** Parts that are not in the tree. */
  readonly leftOut: readonly LeftOut[];
}

type Parsed = Extract<ParsedScript, { kind: 'parsed' }>;

export function readScript(source: string, { program, leftOut }: Parsed): ScriptReading {
  const tree = new SyntaxTree(program);
  const bindings = new Bindings(tree);
  collectAssignments(tree, bindings);
  return { source, tree, bindings, values: new ValueReader(tree, bindings), leftOut };
}
