import { signCounts } from '../../catalogs/attacks/strength.ts';
import type { ScoreRule } from '../../catalogs/managed-rulesets/managed-ruleset.ts';
import type { AttackFinding } from './attack-finding.ts';
import { isSelected } from './select-findings.ts';

/** What a rule has added to the threat score of a request. */
export interface ScoredRule {
  readonly rule: ScoreRule;
  /** Of independent signs: a clear finding counts as several. */
  readonly count: number;
  readonly points: number;
}

export interface AnomalyScore {
  readonly total: number;
  readonly rules: readonly ScoredRule[];
}

/**
 * The threat score of a request. A rule adds its points once for each independent sign and value: the same text in
 * several values is one sign, because links and `Referer` repeat it. `findingsOf` gives the findings that a rule may see.
 */
export function anomalyScore(
  rules: readonly ScoreRule[],
  findingsOf: (rule: ScoreRule) => readonly AttackFinding[],
): AnomalyScore {
  const scored = rules.flatMap((rule) => {
    const selected = findingsOf(rule).filter((finding) => isSelected(rule.finds, finding));
    const found = [...new Map(selected.map((finding) => [keyOf(finding), finding])).values()];
    if (found.length === 0) return [];
    const count = rule.countsOnce
      ? 1
      : found.reduce((sum, { strength }) => sum + signCounts[strength], 0);
    return [{ rule, count, points: count * rule.score }];
  });
  return { total: scored.reduce((sum, { points }) => sum + points, 0), rules: scored };
}

const keyOf = ({ sign, excerpt }: AttackFinding): string => `${sign} ${excerpt}`;
