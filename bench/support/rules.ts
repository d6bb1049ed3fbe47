import type { Call } from './node-api.ts';

export const RULES = 200;
export const SENSITIVE_DATA = 'e22d83c647c64a3eae91b71b499d988e';
export const EXPOSED_CREDENTIALS = 'c2e184081120413c86c3ab7e14069605';

/** Typical conditions. None matches the requests of the benchmark. */
const conditions = [
  (n: number) => `http.request.uri.path eq "/admin/${n}" and ip.src ne 192.0.2.${n % 250}`,
  (n: number) => `http.host eq "shop-${n}.test" and http.request.method eq "POST"`,
  (n: number) => `http.user_agent contains "scanner-${n}"`,
  (n: number) => `ip.src in {198.51.${100 + (n >> 8)}.${n & 255} 203.0.113.0/24}`,
  (n: number) =>
    `starts_with(http.request.uri.path, "/old/${n}/") or http.referer contains "spam-${n}"`,
];

/** A different condition for each number. */
export const conditionOf = (n: number): string => conditions[n % conditions.length]?.(n) ?? 'false';

interface Rule {
  readonly action: string;
  readonly expression: string;
  readonly description: string;
}

/** Adds 200 rules that match nothing, then `more`, and the check for exposed credentials. */
export async function addRules(call: Call, zoneId: string, more: readonly Rule[] = []) {
  const rules = Array.from({ length: RULES }, (_, n) => ({
    action: 'block',
    expression: conditionOf(n),
    description: `rule ${n}`,
  }));
  await call('PUT', `/zones/${zoneId}/rulesets/phases/http_request_firewall_custom/entrypoint`, {
    rules: [...rules, ...more],
  });
  await deploy(call, zoneId, 'http_request_firewall_managed', EXPOSED_CREDENTIALS);
}

/** Runs a managed ruleset for all requests of a zone. */
export async function deploy(call: Call, zoneId: string, phase: string, id: string) {
  await call('PUT', `/zones/${zoneId}/rulesets/phases/${phase}/entrypoint`, {
    rules: [{ action: 'execute', expression: 'true', action_parameters: { id } }],
  });
}
