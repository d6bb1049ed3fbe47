/** The type of an action's value. */
export type ActionValue =
  | { readonly kind: 'none' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'number'; readonly min: number; readonly max: number }
  | { readonly kind: 'text' }
  | { readonly kind: 'object' }
  | { readonly kind: 'forwarding' };

/** An action of page rules. */
export interface PageRuleAction {
  readonly id: string;
  readonly value: ActionValue;
  /** Why it has no effect here; undefined for actions that act. */
  readonly idle?: string;
}

const none: ActionValue = { kind: 'none' };
const text: ActionValue = { kind: 'text' };
const object: ActionValue = { kind: 'object' };
const choice = (...choices: string[]): ActionValue => ({ kind: 'choice', choices });
const toggle = choice('on', 'off');
/** Up to one year. */
const seconds: ActionValue = { kind: 'number', min: 0, max: 31_536_000 };

const noCache = 'the edge has no cache';
const unchanged = 'the edge does not change pages';
const byRoute = 'use an origin rule instead';
const bySetting = 'use the setting of the zone instead';
const byRule = 'use a custom rule instead';

const stored = (id: string, idle: string, value = toggle): PageRuleAction => ({ id, value, idle });

export const pageRuleActions: readonly PageRuleAction[] = [
  stored('always_online', noCache),
  stored('always_use_https', bySetting, none),
  stored('automatic_https_rewrites', unchanged),
  stored('browser_cache_ttl', noCache, seconds),
  stored('browser_check', byRule),
  stored('bypass_cache_on_cookie', noCache, text),
  stored('cache_by_device_type', noCache),
  stored('cache_deception_armor', noCache),
  stored('cache_key_fields', noCache, object),
  stored(
    'cache_level',
    noCache,
    choice('bypass', 'basic', 'simplified', 'aggressive', 'cache_everything'),
  ),
  stored('cache_on_cookie', noCache, text),
  stored('cache_ttl_by_status', noCache, object),
  stored('disable_apps', unchanged, none),
  stored('disable_performance', unchanged, none),
  stored('disable_railgun', unchanged, none),
  { id: 'disable_security', value: none },
  stored('disable_zaraz', unchanged, none),
  stored('edge_cache_ttl', noCache, seconds),
  stored('email_obfuscation', unchanged),
  stored('explicit_cache_control', noCache),
  stored('forwarding_url', 'use a redirect rule instead', { kind: 'forwarding' }),
  stored('host_header_override', byRoute, text),
  stored('ip_geolocation', 'the edge adds no country to requests'),
  stored('minify', unchanged, object),
  stored('mirage', unchanged),
  stored('opportunistic_encryption', 'the edge advertises no other address'),
  stored('origin_error_page_pass_thru', 'error pages of origins are always forwarded'),
  stored('polish', unchanged, choice('off', 'lossless', 'lossy')),
  stored('resolve_override', byRoute, text),
  stored('respect_strong_etag', 'ETags are always forwarded unchanged'),
  stored('response_buffering', 'responses are always streamed'),
  stored('rocket_loader', unchanged, choice('on', 'off', 'manual')),
  stored(
    'security_level',
    byRule,
    choice('off', 'essentially_off', 'low', 'medium', 'high', 'under_attack'),
  ),
  stored('server_side_exclude', unchanged),
  stored('sort_query_string_for_cache', noCache),
  stored('ssl', bySetting, choice('off', 'flexible', 'full', 'strict', 'origin_pull')),
  stored('true_client_ip_header', 'use a transform rule instead'),
  { id: 'waf', value: toggle },
];

const byId = new Map(pageRuleActions.map((action) => [action.id, action]));

export function pageRuleAction(id: string): PageRuleAction | undefined {
  return byId.get(id);
}
