import { collectAssignments } from './tree/assignments.ts';
import { Bindings } from './tree/bindings.ts';
import type { LeftOut, ParsedScript } from './tree/script-parser.ts';
import { SyntaxTree } from './tree/syntax-tree.ts';
import { ValueReader } from './values/value-reader.ts';

/** A parsed script with its variables, constants and paths. */
export interface ScriptReading {
  readonly source: string;
  readonly tree: SyntaxTree;
  readonly bindings: Bindings;
  readonly values: ValueReader;
  /** Parts that are nested too deeply to be in the tree. */
  readonly leftOut: readonly LeftOut[];
  /** Start and end of each token. */
  readonly tokens: readonly number[];
}

type Parsed = Extract<ParsedScript, { kind: 'parsed' }>;

export function readScript(source: string, { program, leftOut, tokens }: Parsed): ScriptReading {
  const tree = new SyntaxTree(program);
  const bindings = new Bindings(tree);
  collectAssignments(tree, bindings);
  return { source, tree, bindings, values: new ValueReader(tree, bindings), leftOut, tokens };
}
