import type { SensitiveDataRule } from '../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rule.ts';
import { standsAlone } from './boundary.ts';
import { hasContext } from './context.ts';
import { validators } from './validators/validators.ts';

/** Place of a value in the text, in UTF-16 units. */
export interface Finding {
  readonly offset: number;
  readonly length: number;
}

/** Whether text that fits a pattern of the rule is what the rule looks for. */
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

/** What the findings of all patterns of a rule come to: in order, apart, and enough different values. */
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

/** Of findings that overlap, the first stays, and of those at one place the longest. */
function withoutOverlaps(findings: Finding[]): Finding[] {
  findings.sort((a, b) => a.offset - b.offset || b.length - a.length);
  const kept: Finding[] = [];
  for (const finding of findings) {
    const last = kept.at(-1);
    if (last === undefined || finding.offset >= last.offset + last.length) kept.push(finding);
  }
  return kept;
}
