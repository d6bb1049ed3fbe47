import { hideKeys } from '../../expression/expression.ts';
import { redacted } from '../../kernel/redact.ts';
import type { TextSealer } from '../../kernel/sealed-text.ts';
import { SecretParts } from '../../resources/secret-parts.ts';
import type { HeaderParameter, RewriteParameters } from './rewrite-check.ts';
import type { Rule, Ruleset } from './ruleset-model.ts';

export type RuleSecrets = SecretParts<readonly Rule[]>;

export function ruleSecrets(sealer: TextSealer): RuleSecrets {
  return new SecretParts(sealer, 'ruleset', (rules) => rules.map((rule) => withoutSecrets(rule)));
}

/** The ruleset for callers who may not write it. */
export function withHiddenSecrets(ruleset: Ruleset): Ruleset {
  return { ...ruleset, rules: ruleset.rules.map((rule) => withoutSecrets(rule)) };
}

/**
 * A rule for people who may not write it, and for the audit log: without signing keys, and without the values of
 * headers, since origins may use these to authenticate the edge. `before` shows which of them changed.
 */
export function withoutSecrets(rule: Rule, before?: Rule): Rule {
  return hideKeys(rule.action === 'rewrite' ? withoutHeaderValues(rule, before) : rule, before);
}

function withoutHeaderValues(rule: Rule, before: Rule | undefined): Rule {
  const { headers } = rewriteOf(rule);
  if (!headers) return rule;
  const old = rewriteOf(before).headers;
  const entries = Object.entries(headers).map(([name, change]) => [
    name,
    hiddenMembers(change, old?.[name]),
  ]);
  return { ...rule, parameters: { ...rule.parameters, headers: Object.fromEntries(entries) } };
}

/** An expression can contain a secret as well as a constant value. */
function hiddenMembers(change: HeaderParameter, before?: HeaderParameter): HeaderParameter {
  const { value, expression } = change;
  return {
    ...change,
    ...(value !== undefined && { value: redacted(value, before?.value) }),
    ...(expression !== undefined && { expression: redacted(expression, before?.expression) }),
  };
}

/** Only rewrites have these parameters; other actions have none of these names. */
const rewriteOf = (rule: Rule | undefined) => (rule?.parameters ?? {}) as RewriteParameters;
