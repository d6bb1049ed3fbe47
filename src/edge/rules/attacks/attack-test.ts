import type { AttackRule } from '../../../catalogs/managed-rulesets/managed-ruleset.ts';
import type { AttackFinding } from '../../../detectors/attacks/attack-finding.ts';
import { isSelected } from '../../../detectors/attacks/select-findings.ts';
import { compileCondition } from '../expression-values.ts';
import type { LiveRequest } from '../live-request.ts';
import type { ManagedTest } from '../managed-test.ts';
import { explainFinding } from './explain-finding.ts';

/** The test of a rule that acts on findings. */
export function attackTest({ finds, expression }: AttackRule): ManagedTest {
  const condition = expression === undefined ? undefined : compileCondition(expression);
  const selected = ({ attacks }: LiveRequest) =>
    attacks.findings.filter((finding) => isSelected(finds, finding));
  return {
    evaluate: undefined,
    reads: new Map(condition?.reads),
    needs: undefined,
    matches: (request) =>
      request.attacks.findings.some((finding) => isSelected(finds, finding)) &&
      (condition === undefined || condition.evaluate(request)),
    found: (request) => selected(request).map(foundValue),
    explain: (request) => ({
      findings: selected(request).slice(0, MAX_EXPLAINED).map(explainFinding),
    }),
  };
}

/** An event explains this many findings. */
const MAX_EXPLAINED = 10;

/** Matched data is encrypted, so it may contain the whole value. */
export function foundValue({ value }: AttackFinding) {
  const { place, name, text } = value;
  return { field: name === '' ? place : `${place} ${name}`, value: text };
}
