import type { ScoreRule } from '../../../catalogs/managed-rulesets/managed-ruleset.ts';
import { type AnomalyScore, anomalyScore } from '../../../detectors/attacks/anomaly-score.ts';
import type { RuleContext } from '../compiled-rule.ts';
import type { LiveRequest } from '../live-request.ts';
import type { ManagedTest } from '../managed-test.ts';
import { foundValue } from './attack-test.ts';

/** The test of a closing rule: whether the score rules of its deployment reach the threshold. */
export function thresholdTest(rules: readonly ScoreRule[], threshold: number): ManagedTest {
  const score = (request: LiveRequest, { effects }: RuleContext): AnomalyScore => {
    const skipped = effects.skips?.rules;
    const counted = skipped ? rules.filter(({ id }) => !skipped.has(id)) : rules;
    return anomalyScore(counted, request.attacks.findings);
  };
  return {
    evaluate: undefined,
    reads: new Map(),
    needs: undefined,
    matches: (request, context) => score(request, context).total >= threshold,
    found: (request) => request.attacks.findings.map(foundValue),
    explain(request, context) {
      const { total, rules: scored } = score(request, context);
      return {
        score: total,
        threshold,
        rules: scored.map(({ rule: { id, ref, description }, count, points }) => ({
          rule_id: id,
          ref,
          description,
          count,
          points,
        })),
      };
    },
  };
}
