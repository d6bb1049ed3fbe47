import { phaseByName } from '../../catalogs/phases.ts';
import { hideKeys } from '../../expression/expression.ts';
import { redacted } from '../../kernel/redact.ts';
import type { RewriteParameters } from './rewrite-check.ts';
import type { Rule } from './ruleset-model.ts';

/**
 * A rule for the audit log, which has more readers than rules: without signing keys, and without the values of
 * request headers, since origins may use these to authenticate the edge.
 */
export function withoutSecrets(rule: Rule, phase: string, before: Rule | undefined): Rule {
  const rewrites = rule.action === 'rewrite' && phaseByName(phase)?.side === 'request';
  return hideKeys(rewrites ? withoutHeaderValues(rule, before) : rule, before);
}

function withoutHeaderValues(rule: Rule, before: Rule | undefined): Rule {
  const { headers } = rewriteOf(rule);
  if (!headers) return rule;
  const old = rewriteOf(before).headers;
  const entries = Object.entries(headers).map(([name, change]) =>
    change.value === undefined
      ? [name, change]
      : [name, { ...change, value: redacted(change.value, old?.[name]?.value) }],
  );
  return { ...rule, parameters: { ...rule.parameters, headers: Object.fromEntries(entries) } };
}

/** Only rewrites have these parameters; other actions have none of these names. */
const rewriteOf = (rule: Rule | undefined) => (rule?.parameters ?? {}) as RewriteParameters;
