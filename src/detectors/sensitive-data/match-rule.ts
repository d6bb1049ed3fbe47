import type { SensitiveDataRule } from '../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rule.ts';
import { standsAlone } from './boundary.ts';
import { hasContext } from './context.ts';
import { validators } from './validators/validators.ts';

/** Place of a value in the text, in UTF-16 units. */
export interface Finding {
  readonly offset: number;
  readonly length: number;
}

/**
 * Runs one rule over a text: pattern, boundary, validator, context, smallest number of values.
 * Findings come in order and do not overlap. Simple on purpose: it defines what any faster scanner
 * has to find.
 *
 * @example matchRule(paymentCardRule, 'card 4111 1111 1111 1111') // [{ offset: 5, length: 19 }]
 */
export function matchRule(rule: SensitiveDataRule, text: string): Finding[] {
  const findings = withoutOverlaps(rule.patterns.flatMap((it) => matchPattern(rule, it, text)));
  const values = new Set(findings.map(({ offset, length }) => text.slice(offset, offset + length)));
  return values.size < rule.minimumCount ? [] : findings;
}

/**
 * Goes on behind an accepted candidate, but only one character into a refused one: a number that
 * fails may hide the beginning of one that does not.
 */
function matchPattern(rule: SensitiveDataRule, pattern: string, text: string): Finding[] {
  const regex = new RegExp(pattern, rule.ignoreCase ? 'dgi' : 'dg');
  const findings: Finding[] = [];
  for (let match = regex.exec(text); match !== null; match = regex.exec(text)) {
    const [start, end] = match.indices?.[1] ?? match.indices?.[0] ?? [0, 0];
    if (isAccepted(rule, text, start, end)) findings.push({ offset: start, length: end - start });
    else regex.lastIndex = match.index + 1;
  }
  return findings;
}

function isAccepted(rule: SensitiveDataRule, text: string, start: number, end: number): boolean {
  const { boundary, validator, context } = rule;
  return (
    standsAlone(text, start, end, boundary) &&
    (validator === undefined || validators[validator](text.slice(start, end))) &&
    (context === undefined || hasContext(text, start, end, context))
  );
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
