import type { SensitiveDataRule } from '../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rule.ts';
import { Columns } from './columns/columns.ts';
import { acceptedFindings, type Finding, isAccepted } from './finding.ts';
import { plainText } from './plain-text.ts';

/**
 * Runs one rule over a text: pattern, boundary, validator, context, minimum number of values. Findings are sorted and
 * do not overlap. It is simple on purpose: it is the reference for the faster scanner.
 *
 * @example matchRule(paymentCardRule, 'card 4111 1111 1111 1111') // [{ offset: 5, length: 19 }]
 */
export function matchRule(rule: SensitiveDataRule, original: string): readonly Finding[] {
  const { text, inOriginal } = plainText(original);
  const columns = new Columns();
  columns.begin(text);
  const candidates = rule.patterns.flatMap((it) => matchPattern(rule, it, text, columns));
  return acceptedFindings(rule, text, candidates).map(inOriginal);
}

/**
 * Continues after an accepted candidate, but at the second character of a rejected one: an invalid number may
 * contain the start of a valid one.
 */
function matchPattern(
  rule: SensitiveDataRule,
  pattern: string,
  text: string,
  columns: Columns,
): Finding[] {
  const regex = new RegExp(pattern, rule.ignoreCase ? 'dgi' : 'dg');
  const findings: Finding[] = [];
  for (let match = regex.exec(text); match !== null; match = regex.exec(text)) {
    const [start, end] = match.indices?.[1] ?? match.indices?.[0] ?? [0, 0];
    const candidate = { from: match.index, start, end };
    if (isAccepted(rule, text, candidate, columns))
      findings.push({ offset: start, length: end - start });
    else regex.lastIndex = match.index + 1;
  }
  return findings;
}
