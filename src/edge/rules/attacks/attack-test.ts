import type { AttackRule } from '../../../catalogs/managed-rulesets/managed-ruleset.ts';
import { isSelected } from '../../../detectors/attacks/select-findings.ts';
import type { RuleContext } from '../compiled-rule.ts';
import { compileCondition } from '../expression-values.ts';
import type { ManagedTest } from '../managed-test.ts';
import { explainFindings, foundValue } from './explain-finding.ts';
import { visibleFindings } from './visible-findings.ts';

/** The test of a rule that acts on findings. */
export function attackTest({ id, finds, expression }: AttackRule): ManagedTest {
  const condition = expression === undefined ? undefined : compileCondition(expression);
  const selected = (context: RuleContext) =>
    visibleFindings(id, context).filter((finding) => isSelected(finds, finding));
  return {
    evaluate: undefined,
    isQuiet: true,
    reads: new Map(condition?.reads),
    needs: undefined,
    needsFindings: condition === undefined,
    matches: (request, context) =>
      (condition === undefined || condition.evaluate(request)) && selected(context).length > 0,
    found: ({ attacks }) =>
      attacks.findings.filter((finding) => isSelected(finds, finding)).map(foundValue),
    explain: (context) => ({ findings: explainFindings(selected(context)) }),
  };
}
