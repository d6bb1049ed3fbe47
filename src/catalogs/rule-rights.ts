import type { Capability, RuleKind } from './permissions.ts';

/** Phases whose rules have their own permission groups, in zones and in accounts. */
const kinds: Readonly<Record<string, { readonly zone?: RuleKind; readonly account?: RuleKind }>> = {
  http_request_transform: { zone: 'transform-rule', account: 'account-transform-rule' },
  http_request_late_transform: { zone: 'transform-rule', account: 'account-transform-rule' },
  http_response_headers_transform: { zone: 'transform-rule', account: 'account-transform-rule' },
  http_request_dynamic_redirect: { zone: 'redirect-rule' },
  http_request_redirect: { zone: 'redirect-rule', account: 'account-redirect-rule' },
  http_request_origin: { zone: 'origin-rule' },
  http_request_cache_settings: { zone: 'cache-rule' },
  http_response_cache_settings: { zone: 'cache-rule' },
  http_config_settings: { zone: 'config-rule' },
  http_custom_errors: { zone: 'error-rule' },
  http_log_custom_fields: { zone: 'log-field-rule' },
};

type RuleRight = 'read' | 'write';

const base = { zone: 'ruleset', account: 'account-ruleset' } as const;

/** The capability for reading or writing rules of a phase. */
export function ruleCapability(
  phase: string,
  owner: 'zone' | 'account',
  right: RuleRight,
): Capability {
  return `${kinds[phase]?.[owner] ?? base[owner]}:${right}`;
}

/** The capabilities of which one is enough to call the rulesets API at all. */
export function rulesetCapabilities(owner: 'zone' | 'account', right: RuleRight) {
  const ofPhases = Object.keys(kinds).map((phase) => ruleCapability(phase, owner, right));
  const capability: Capability = `${base[owner]}:${right}`;
  return { base: capability, others: [...new Set(ofPhases)].filter((each) => each !== capability) };
}
