import { isDecoded, writtenTexts } from './decoded-code.ts';
import { collectFacts, type Facts } from './facts/facts.ts';
import type { Feature, ReasonFamily } from './features/feature.ts';
import { families, features } from './features/features.ts';
import { hiddenCode, MIN_LENGTH } from './hidden-code.ts';
import type { Page } from './page/page-reader.ts';
import { readPageScript } from './page/page-script.ts';
import { readScript } from './script-reading.ts';
import { MAX_SCRIPT_BYTES, type NoScores } from './script-verdict.ts';
import { type Position, SourcePositions } from './source-position.ts';
import { type Trace, traceScript } from './trace/script-tracer.ts';
import { type ParsedScript, parseScript } from './tree/script-parser.ts';

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
  readonly family: ReasonFamily;
  readonly feature: Pick<Feature, 'id' | 'what' | 'points' | 'shows'>;
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
  const outermost = readOutermost(source);
  if (outermost.kind !== 'outermost') {
    yield { ...outermost, depth: 0, runAt: undefined };
    return;
  }
  const { code, parsed, page } = outermost;
  const trace = traceScript(code, parsed.program, {
    ...TRACE,
    elements: page?.elements ?? [],
    html: page ? source : '',
  });
  const facts = collectFacts(readScript(code, parsed), { effects: trace.effects, page });
  const layers = new Layers();
  yield layers.read(facts, 0, undefined);
  yield* layers.traced(facts, trace);
  yield* layers.inside(facts, 0, undefined);
}

/** Steps and characters of the trace of a script with all code that it runs as text. */
const TRACE = { steps: 3_000_000, characters: 60_000_000 } as const;

type Parsed = Extract<ParsedScript, { kind: 'parsed' }>;

interface Outermost {
  readonly kind: 'outermost';
  readonly code: string;
  readonly parsed: Parsed;
  readonly page: Page | undefined;
}

/** A text is a script, or a page with scripts. */
function readOutermost(source: string): Outermost | NoScores {
  const parsed = parseScript(source);
  if (parsed.kind === 'parsed') {
    return { kind: 'outermost', code: source, parsed, page: undefined };
  }
  if (parsed.kind === 'too-large') return parsed;
  if (parsed.kind === 'too-deep') return { kind: 'too-deep', problem: 'it is nested too deeply' };
  const page = readPageScript(source);
  return page ? { kind: 'outermost', ...page } : parsed;
}

/** Reads the code inside of a script once, outer layers first. */
class Layers {
  /** Characters that may still be read. */
  #left = MAX_HIDDEN_CHARACTERS;
  readonly #seen = new Set<string>();

  read(facts: Facts, depth: number, runAt: Position | undefined): ReadLayer {
    const positions = new SourcePositions(facts.reading.source);
    return { kind: 'read', depth, runAt, facts, positions, findings: findingsIn(facts) };
  }

  /** Code that ran when the script was traced. It has the values that its expressions had. */
  *traced(outer: Facts, { codes }: Trace): Generator<ScriptLayer> {
    const positions = new SourcePositions(outer.reading.source);
    const texts = writtenTexts(outer.reading, outer.page);
    for (const { code, parsed, at } of codes) {
      if (code.length < MIN_LENGTH || !this.#takes(code)) continue;
      const runAt = positions.of(at?.start ?? 0);
      const isUnpacked = isDecoded(code, texts);
      const facts = collectFacts(readScript(code, parsed), { outer, isUnpacked });
      yield this.read(facts, 1, runAt);
      yield* this.inside(facts, 1, runAt);
    }
  }

  /** Code that a script contains as text. */
  *inside(facts: Facts, depth: number, runAt: Position | undefined): Generator<ScriptLayer> {
    if (depth >= MAX_LAYERS) return;
    const positions = new SourcePositions(facts.reading.source);
    for (const { code, node } of hiddenCode(facts)) {
      if (!this.#takes(code)) continue;
      const start = facts.reading.tree.node(node)?.start ?? 0;
      yield* this.#parse(code, depth + 1, facts, runAt ?? positions.of(start));
    }
  }

  *#parse(code: string, depth: number, outer: Facts, runAt: Position): Generator<ScriptLayer> {
    const parsed = parseScript(code);
    if (parsed.kind === 'too-deep') {
      yield { kind: 'too-deep', problem: 'it is nested too deeply', depth, runAt };
    } else if (parsed.kind !== 'parsed') yield { ...parsed, depth, runAt };
    else {
      const facts = collectFacts(readScript(code, parsed), { outer });
      yield this.read(facts, depth, runAt);
      yield* this.inside(facts, depth, runAt);
    }
  }

  #takes(code: string): boolean {
    if (this.#seen.has(code)) return false;
    this.#seen.add(code);
    this.#left -= code.length;
    return this.#left >= 0;
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
