import type { SensitiveDataRule } from '../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rule.ts';
import { compilePattern } from '../multi-pattern/compiled-pattern.ts';
import { Prefilter } from '../multi-pattern/prefilter.ts';
import { Columns } from './columns/columns.ts';
import { ContextFilter, type RulePattern } from './context-filter.ts';
import { acceptedFindings, type Candidate, type Finding, isAccepted } from './finding.ts';
import { plainText } from './plain-text.ts';

export interface RuleFindings {
  readonly rule: SensitiveDataRule;
  readonly findings: readonly Finding[];
}

export interface Scanner {
  /**
   * Returns the rules with findings, in the order of the catalog. A text that continues another has the columns of that
   * one.
   */
  scan(text: string, columns?: Columns): readonly RuleFindings[];
  /** Work since the scanner was built, in machine-independent steps. */
  readonly work: ScannerWork;
}

export interface ScannerWork {
  /** Steps of the prefilter. */
  readonly steps: number;
  /** Offsets at which a pattern was tried; each try costs at most the maximum length of a match. */
  readonly attempts: number;
  readonly states: number;
}

/**
 * A scanner for many rules at once. It finds exactly what `matchRule` finds with each of them, but tries a pattern only
 * where the prefilter found a candidate.
 *
 * @example createScanner(sensitiveDataRules).scan('card 4111 1111 1111 1111')
 */
export function createScanner(rules: readonly SensitiveDataRule[]): Scanner {
  const patterns = rules.flatMap(compilePatterns);
  const filter = new ContextFilter(patterns);
  const prefilter = new Prefilter(patterns, filter);
  const matchers = patterns.map(createMatcher);
  let attempts = 0;

  function findingsOf(pattern: number, text: string, columns: Columns): Finding[] {
    const findings: Finding[] = [];
    const { rule } = patterns[pattern] as RulePattern; // both lists have the same order
    prefilter.candidates[pattern]?.drain((start) => {
      attempts += 1;
      const match = matchers[pattern]?.(text, start);
      if (!match || !isAccepted(rule, text, match, columns)) return start + 1;
      findings.push({ offset: match.start, length: match.end - match.start });
      return match.next;
    });
    return findings;
  }

  return {
    get work() {
      return { steps: prefilter.steps, attempts, states: prefilter.states };
    },
    scan(original, columns = new Columns()) {
      const { text, inOriginal } = plainText(original);
      columns.begin(text);
      filter.setHeaders(columns.headers);
      prefilter.run(text);
      const byRule = new Map<SensitiveDataRule, Finding[]>();
      for (const [index, { rule }] of patterns.entries()) {
        if (prefilter.candidates[index]?.isEmpty) continue;
        const findings = findingsOf(index, text, columns);
        if (findings.length > 0) byRule.set(rule, (byRule.get(rule) ?? []).concat(findings));
      }
      return [...byRule]
        .map(([rule, findings]) => ({ rule, findings: acceptedFindings(rule, text, findings) }))
        .filter(({ findings }) => findings.length > 0)
        .map(({ rule, findings }) => ({ rule, findings: findings.map(inOriginal) }));
    },
  };
}

function compilePatterns(rule: SensitiveDataRule): RulePattern[] {
  return rule.patterns.map((text) => ({ rule, ...compilePattern({ ...rule, text }) }));
}

interface Match extends Candidate {
  /** Offset where the search continues if this one is accepted. */
  readonly next: number;
}

type Matcher = (text: string, start: number) => Match | undefined;

function createMatcher({ text: pattern, ignoreCase, hasGroup }: RulePattern): Matcher {
  const regex = new RegExp(pattern, `${hasGroup ? 'd' : ''}${ignoreCase ? 'i' : ''}y`);
  if (hasGroup) {
    return (text, at) => {
      regex.lastIndex = at;
      const [start, end] = regex.exec(text)?.indices?.[1] ?? [];
      if (start === undefined || end === undefined) return undefined;
      return { from: at, start, end, next: regex.lastIndex };
    };
  }
  return (text, at) => {
    regex.lastIndex = at;
    // Cheaper than `exec`, and sets the end of the match as well.
    return regex.test(text)
      ? { from: at, start: at, end: regex.lastIndex, next: regex.lastIndex }
      : undefined;
  };
}
