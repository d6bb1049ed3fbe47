/**
 * Which page rule applies to a request: as one condition for the edge, and as one condition per rule for the migration.
 */
import { urlPatternExpression } from '../url-pattern/url-pattern.ts';
import {
  DEFAULT_PRIORITY,
  isActive,
  type PageRule,
  type PageRuleDocument,
  patternOf,
} from './page-rule-model.ts';

/** Whether a page rule switches the previous managed rules on or off, or neither. */
export type PageRuleEffect = 'on' | 'off' | 'none';

export interface PageRuleCondition {
  readonly rule: PageRule;
  readonly effect: PageRuleEffect;
  /** The requests that the rule matches, minus those that a stronger rule with another effect matches. */
  readonly expression: string;
}

/** The page rule with the highest priority first, then the newest. */
export function inPageRuleOrder(rules: readonly PageRule[]): PageRule[] {
  return rules.toSorted(
    (a, b) => priorityOf(b) - priorityOf(a) || b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1),
  );
}

const priorityOf = ({ document }: PageRule) => document.priority ?? DEFAULT_PRIORITY;

export function effectOf({ actions }: PageRuleDocument): PageRuleEffect {
  if (actions.some(({ id }) => id === 'disable_security')) return 'off';
  const waf = actions.find(({ id }) => id === 'waf')?.value;
  return waf === 'on' || waf === 'off' ? waf : 'none';
}

/**
 * The conditions of all page rules in their order. Active rules of higher priority with another effect are subtracted:
 * they apply in place of the rule. Disabled rules have the condition that they would have if they were active.
 */
export function pageRuleConditions(rules: readonly PageRule[]): PageRuleCondition[] {
  const ordered = inPageRuleOrder(rules).map((rule) => ({
    rule,
    effect: effectOf(rule.document),
    match: urlPatternExpression(patternOf(rule.document)),
  }));
  return ordered.map(({ rule, effect, match }, n) => {
    const others = ordered
      .slice(0, n)
      .filter((other) => isActive(other.rule.document) && other.effect !== effect)
      .map((other) => `not (${other.match})`);
    const expression = others.length === 0 ? match : [`(${match})`, ...others].join(' and ');
    return { rule, effect, expression };
  });
}

/**
 * The requests to which active page rules with an effect apply, as one condition that tests each pattern once; undefined
 * if there are none. The conditions of single rules grow with the square of their number.
 */
export function conditionOfEffect(
  rules: readonly PageRule[],
  wanted: PageRuleEffect,
): string | undefined {
  const ordered = inPageRuleOrder(rules.filter(({ document }) => isActive(document)));
  return ordered.reduceRight<string | undefined>((lower, { document }) => {
    const match = `(${urlPatternExpression(patternOf(document))})`;
    if (effectOf(document) !== wanted) return lower && `not ${match} and (${lower})`;
    return lower === undefined ? match : `${match} or (${lower})`;
  }, undefined);
}
