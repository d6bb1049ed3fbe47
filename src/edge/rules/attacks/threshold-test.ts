import type { ScoreRule } from '../../../catalogs/managed-rulesets/managed-ruleset.ts';
import { type AnomalyScore, anomalyScore } from '../../../detectors/attacks/anomaly-score.ts';
import { isSelected } from '../../../detectors/attacks/select-findings.ts';
import type { RuleContext } from '../compiled-rule.ts';
import type { ManagedTest } from '../managed-test.ts';
import { explainFindings, foundValue } from './explain-finding.ts';
import { visibleFindings } from './visible-findings.ts';

/** The test of a closing rule: whether the score rules of its deployment reach the threshold. */
export function thresholdTest(rules: readonly ScoreRule[], threshold: number): ManagedTest {
  const score = (context: RuleContext): AnomalyScore => {
    const skipped = context.effects.skips?.rules;
    const counted = skipped ? rules.filter(({ id }) => !skipped.has(id)) : rules;
    return anomalyScore(counted, ({ id }) => visibleFindings(id, context));
  };
  return {
    evaluate: undefined,
    reads: new Map(),
    needs: undefined,
    needsFindings: true,
    matches: (_request, context) => score(context).total >= threshold,
    found: ({ attacks }) => attacks.findings.map(foundValue),
    explain(context) {
      const { total, rules: scored } = score(context);
      return { score: total, threshold, rules: scored.map((each) => explained(each, context)) };
    },
  };
}

function explained({ rule, count, points }: AnomalyScore['rules'][number], context: RuleContext) {
  const { id, ref, description, finds } = rule;
  const found = visibleFindings(id, context).filter((finding) => isSelected(finds, finding));
  return { rule_id: id, ref, description, count, points, findings: explainFindings(found) };
}
