import type { Finding } from './finding.ts';
import { mask } from './mask.ts';
import type { RuleFindings } from './scanner.ts';

/** The position of a finding, and its masked value. */
export interface FindingPosition {
  /** In UTF-16 code units from the start of the text. */
  readonly offset: number;
  /** Counts from 1. */
  readonly line: number;
  readonly column: number;
  readonly excerpt: string;
}

/** The findings of one rule in a text, without the values. */
export interface RuleReport {
  readonly ruleId: string;
  readonly ref: string;
  readonly count: number;
  /** The first findings. */
  readonly positions: readonly FindingPosition[];
}

/** Position of the text in a longer one that it is part of. */
export interface TextOrigin {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

const BEGINNING: TextOrigin = { offset: 0, line: 1, column: 1 };

export function describeFindings(
  text: string,
  results: readonly RuleFindings[],
  mostPositions: number,
): readonly RuleReport[] {
  return results.map(({ rule, findings }) => ({
    ruleId: rule.id,
    ref: rule.ref,
    count: findings.length,
    positions: positionsOf(text, findings.slice(0, mostPositions)),
  }));
}

/** Finds the lines of ordered findings; each line is counted once. */
export function positionsOf(
  text: string,
  findings: readonly Finding[],
  origin = BEGINNING,
): FindingPosition[] {
  let { line } = origin;
  let lineStart = 1 - origin.column;
  let searched = 0;
  return findings.map(({ offset, length }) => {
    for (let at = text.indexOf('\n', searched); at >= 0 && at < offset; ) {
      line += 1;
      lineStart = at + 1;
      searched = lineStart;
      at = text.indexOf('\n', searched);
    }
    return {
      offset: origin.offset + offset,
      line,
      column: offset - lineStart + 1,
      excerpt: mask(text.slice(offset, offset + length)),
    };
  });
}
