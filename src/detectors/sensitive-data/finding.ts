import type {
  Context,
  NameWords,
  SensitiveDataRule,
} from '../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rule.ts';
import { standsAlone } from '../multi-pattern/boundary.ts';
import type { Columns } from './columns/columns.ts';
import { hasContext, namesContext } from './context.ts';
import { labelOf, wordsOf } from './label.ts';
import { validators } from './validators/validators.ts';

/** Position of a value in the text, in UTF-16 code units. */
export interface Finding {
  readonly offset: number;
  readonly length: number;
}

/** What a pattern matched: from the start of the match, which may begin with a name, to the value in it. */
export interface Candidate {
  readonly from: number;
  readonly start: number;
  readonly end: number;
}

/** Whether a match of a pattern is a finding of the rule. */
export function isAccepted(
  rule: SensitiveDataRule,
  text: string,
  { from, start, end }: Candidate,
  columns: Columns,
): boolean {
  const { beginsWord, boundary, validator, context, notUnder } = rule;
  return (
    standsAlone(text, start, end, boundary) &&
    (!beginsWord || isWordStart(text, from)) &&
    (validator === undefined || validators[validator](text.slice(start, end))) &&
    (context === undefined || isInContext(text, start, end, context, columns)) &&
    (notUnder === undefined || !isUnder(text, start, notUnder, columns))
  );
}

/** The start of a word, or of a part of a name such as `Token` in `myToken`. */
function isWordStart(text: string, at: number): boolean {
  const before = text[at - 1];
  if (before === undefined || !/[A-Za-z]/.test(before)) return true;
  return /[a-z]/.test(before) && /[A-Z]/.test(text[at] ?? '') && /[a-z]/.test(text[at + 1] ?? '');
}

function isInContext(
  text: string,
  start: number,
  end: number,
  context: Context,
  columns: Columns,
): boolean {
  const header = columns.headerAt(start);
  if (header !== undefined && namesContext(header, context)) return true;
  if (!context.isLabel) return hasContext(text, start, end, context);
  const label = labelOf(text, start);
  return label !== undefined && namesContext(label, context);
}

/** Whether the value, or its column, has one of the names. */
function isUnder(text: string, start: number, { last, any }: NameWords, columns: Columns): boolean {
  const names = [columns.headerAt(start), labelOf(text, start)];
  return names.some((name) => {
    const words = wordsOf(name ?? '');
    return last.includes(words.at(-1) ?? '') || words.some((word) => any.includes(word));
  });
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
