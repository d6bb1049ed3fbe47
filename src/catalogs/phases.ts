/**
 * The phases of a request in their order, with the actions that their entry points accept.
 */
export interface Phase {
  readonly name: string;
  readonly side: 'request' | 'response';
  /** Actions of rules by kind of ruleset. The phase has no rulesets of a missing kind. */
  readonly actions: Partial<Record<'zone' | 'root' | 'custom', readonly string[]>>;
  /** The edge does not run the phase: its rules are stored and have no effect. */
  readonly isNotRun?: boolean;
  /** Value of `source` of rulesets of the phase, if they have one. */
  readonly source?: string;
  /** Maximum number of rules of an entry point, by plan. */
  readonly quota: Readonly<Record<'free' | 'pro' | 'business' | 'enterprise', number>>;
}

const challenges = ['block', 'challenge', 'js_challenge', 'managed_challenge'];
/** Without `score`: only closing rules of managed rulesets use a score, and each ruleset has its own. */
const customActions = [...challenges, 'log', 'skip', 'execute'];
const otherQuota = { free: 10, pro: 25, business: 50, enterprise: 300 };

const notRun = { isNotRun: true } as const;

const simple = (
  name: string,
  side: Phase['side'],
  actions: readonly string[],
  more: Partial<Phase> = {},
): Phase => ({
  name,
  side,
  actions: { zone: actions, root: actions },
  quota: otherQuota,
  ...more,
});

export const phases: readonly Phase[] = [
  simple('http_request_sanitize', 'request', ['execute'], notRun),
  simple('http_request_dynamic_redirect', 'request', ['redirect']),
  simple('http_request_transform', 'request', ['rewrite']),
  simple('http_config_settings', 'request', ['set_config'], notRun),
  simple('http_request_origin', 'request', ['route']),
  simple('ddos_l7', 'request', ['execute'], notRun),
  simple('http_request_firewall_custom', 'request', customActions, {
    // An account's entry point only deploys rulesets; the rules themselves are in custom rulesets.
    actions: {
      zone: customActions,
      root: ['execute'],
      custom: [...challenges, 'log', 'skip', 'rewrite'],
    },
    source: 'firewall_custom',
    quota: { free: 5, pro: 20, business: 100, enterprise: 1000 },
  }),
  simple('http_ratelimit', 'request', [...challenges, 'log', 'execute'], {
    actions: {
      zone: [...challenges, 'log', 'execute'],
      root: ['execute'],
      custom: [...challenges, 'log'],
    },
    source: 'rate_limit',
    quota: { free: 1, pro: 2, business: 5, enterprise: 100 },
  }),
  simple('http_request_firewall_managed', 'request', ['execute', 'skip', 'block', 'log'], {
    source: 'firewall_managed',
    quota: { free: 1000, pro: 1000, business: 1000, enterprise: 1000 },
  }),
  simple('http_request_sbfm', 'request', ['execute'], notRun),
  simple('http_request_redirect', 'request', ['redirect']),
  simple('http_request_late_transform', 'request', ['rewrite']),
  simple('http_request_cache_settings', 'request', ['set_cache_settings'], notRun),
  simple('http_custom_errors', 'response', ['serve_error'], notRun),
  simple('http_response_headers_transform', 'response', ['rewrite']),
  simple(
    'http_response_cache_settings',
    'response',
    ['set_cache_control', 'set_cache_tags'],
    notRun,
  ),
  simple('http_response_compression', 'response', ['compress_response'], notRun),
  simple('http_response_firewall_managed', 'response', ['execute', 'skip'], {
    source: 'firewall_managed',
    quota: { free: 1000, pro: 1000, business: 1000, enterprise: 1000 },
  }),
  simple('http_log_custom_fields', 'response', ['log_custom_field']),
];

const phasesByName = new Map(phases.map((phase) => [phase.name, phase]));

export function phaseByName(name: string): Phase | undefined {
  return phasesByName.get(name);
}
