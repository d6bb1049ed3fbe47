import { phaseByName } from '../../catalogs/phases.ts';
import { hideKeys } from '../../expression/expression.ts';
import { redacted } from '../../kernel/redact.ts';
import type { RewriteParameters } from './rewrite-check.ts';
import type { Rule } from './ruleset-model.ts';

/**
 * A rule for the audit log, which more people may read than rules: without keys of signatures, and
 * without the values of headers that it sends to origins, since these know the edge by them.
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

/** The parameters of a rewrite have this form; those of other actions share no name with it. */
const rewriteOf = (rule: Rule | undefined) => (rule?.parameters ?? {}) as RewriteParameters;
