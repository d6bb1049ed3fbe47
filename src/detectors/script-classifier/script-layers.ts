import { collectFacts, type Facts } from './facts/facts.ts';
import type { Feature, ScoreFamily } from './features/feature.ts';
import { families, features } from './features/features.ts';
import { hiddenCode } from './hidden-code.ts';
import { readScript } from './script-reading.ts';
import { MAX_SCRIPT_BYTES, type NoScores } from './script-verdict.ts';
import { type Position, SourcePositions } from './source-position.ts';
import { parseScript } from './tree/script-parser.ts';

/** Nested layers of hidden code; deeper ones are not read. */
const MAX_LAYERS = 3;
/** Characters of hidden code that are read, over all layers. */
const MAX_HIDDEN_CHARACTERS = 600_000;

/** The script itself, or code that it contains as text, with the facts and features found in it. */
export interface ReadLayer {
  readonly kind: 'read';
  /** 0 is the script itself. */
  readonly depth: number;
  /** Where the script runs this code; undefined for the script itself. */
  readonly runAt: Position | undefined;
  readonly facts: Facts;
  /** Positions in the text of this layer. */
  readonly positions: SourcePositions;
  readonly findings: readonly Finding[];
}

/** A feature of the layer, with the numbers of the nodes that show it. */
export interface Finding {
  readonly family: ScoreFamily;
  readonly feature: Feature;
  readonly nodes: readonly number[];
}

/** Code that was not read, with the reason. */
type UnreadLayer = NoScores & Pick<ReadLayer, 'depth' | 'runAt'>;

export type ScriptLayer = ReadLayer | UnreadLayer;

const utf8 = new TextEncoder();

/** Reads a script and the code that it contains as text, outer layers first. Nothing is run. */
export function* scriptLayers(source: string): Generator<ScriptLayer> {
  const bytes = source.length > MAX_SCRIPT_BYTES ? source.length : utf8.encode(source).length;
  if (bytes > MAX_SCRIPT_BYTES) {
    const problem = `the limit is ${MAX_SCRIPT_BYTES.toLocaleString('en')} bytes`;
    yield { kind: 'too-large', problem, depth: 0, runAt: undefined };
    return;
  }
  yield* layersOf(source, { depth: 0, outer: undefined, runAt: undefined }, new Budget());
}

/** Hidden characters that may still be read. */
class Budget {
  #left = MAX_HIDDEN_CHARACTERS;

  take(characters: number): boolean {
    this.#left -= characters;
    return this.#left >= 0;
  }
}

interface Surroundings {
  readonly depth: number;
  readonly outer: Facts | undefined;
  readonly runAt: Position | undefined;
}

function* layersOf(
  source: string,
  { depth, outer, runAt }: Surroundings,
  budget: Budget,
): Generator<ScriptLayer> {
  const parsed = parseScript(source);
  if (parsed.kind === 'too-deep') {
    yield { kind: 'too-deep', problem: 'it is nested too deeply', depth, runAt };
    return;
  }
  if (parsed.kind === 'not-javascript') {
    yield { ...parsed, depth, runAt };
    return;
  }
  const facts = collectFacts(readScript(source, parsed), outer);
  const positions = new SourcePositions(source);
  yield { kind: 'read', depth, runAt, facts, positions, findings: findingsIn(facts) };
  if (depth >= MAX_LAYERS) return;
  for (const { code, node } of hiddenCode(facts)) {
    if (!budget.take(code.length)) return;
    const start = facts.reading.tree.node(node)?.start ?? 0;
    const inner = { depth: depth + 1, outer: facts, runAt: runAt ?? positions.of(start) };
    yield* layersOf(code, inner, budget);
  }
}

function findingsIn(facts: Facts): Finding[] {
  return families.flatMap((family) =>
    features[family].flatMap((feature) => {
      const nodes = feature.find(facts);
      return nodes.length > 0 ? [{ family, feature, nodes }] : [];
    }),
  );
}
