import type { SensitiveDataRule } from '../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rule.ts';
import { standsAlone } from '../multi-pattern/boundary.ts';
import { hasContext } from './context.ts';
import { validators } from './validators/validators.ts';

/** Position of a value in the text, in UTF-16 code units. */
export interface Finding {
  readonly offset: number;
  readonly length: number;
}

/** Whether a match of a pattern is a finding of the rule. */
export function isAccepted(
  rule: SensitiveDataRule,
  text: string,
  start: number,
  end: number,
): boolean {
  const { boundary, validator, context } = rule;
  return (
    standsAlone(text, start, end, boundary) &&
    (validator === undefined || validators[validator](text.slice(start, end))) &&
    (context === undefined || hasContext(text, start, end, context))
  );
}

/** Merges the findings of all patterns of a rule: sorted, without overlaps; none if there are too few distinct values. */
export function acceptedFindings(
  rule: SensitiveDataRule,
  text: string,
  findings: Finding[],
): readonly Finding[] {
  const kept = withoutOverlaps(findings);
  if (rule.minimumCount <= 1) return kept;
  const values = new Set(kept.map(({ offset, length }) => text.slice(offset, offset + length)));
  return values.size < rule.minimumCount ? [] : kept;
}

/** Of overlapping findings keeps the first; of those at the same offset the longest. */
function withoutOverlaps(findings: Finding[]): Finding[] {
  findings.sort((a, b) => a.offset - b.offset || b.length - a.length);
  const kept: Finding[] = [];
  for (const finding of findings) {
    const last = kept.at(-1);
    if (last === undefined || finding.offset >= last.offset + last.length) kept.push(finding);
  }
  return kept;
}
