import type { AttackFinding } from '../../../detectors/attacks/attack-finding.ts';
import type { RuleContext } from '../compiled-rule.ts';

/** The findings of a request that a rule sees: without the values that are excepted from it. */
export function visibleFindings(
  ruleId: string,
  { request, exchange, exceptions }: RuleContext,
): readonly AttackFinding[] {
  const { findings } = request.attacks;
  if (exceptions === undefined || findings.length === 0) return findings;
  return exceptions.visible(ruleId, exchange.path, request.receivedAt, findings);
}
