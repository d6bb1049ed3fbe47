import type { Call } from './node-api.ts';
import { conditionOf, deploy, EXPOSED_CREDENTIALS } from './rules.ts';

export const OWN_RULES = 20;
export const ACCOUNT_RULES = 50;
/** Distinct conditions of all zones together. */
export const TEXTS = 1_000;

const CUSTOM = 'http_request_firewall_custom';

const ruleOf = (n: number) => ({
  action: 'block',
  expression: conditionOf(n),
  description: `rule ${n}`,
});

/** A ruleset that runs in all zones of an account. The last of its rules blocks a path. */
export async function addAccountRules(call: Call, account: string, path: string): Promise<string> {
  const { id } = await call('POST', `/accounts/${account}/rulesets`, {
    name: 'for all zones',
    kind: 'custom',
    phase: CUSTOM,
    rules: accountRules(path),
  });
  await call('PUT', `/accounts/${account}/rulesets/phases/${CUSTOM}/entrypoint`, {
    rules: [{ action: 'execute', expression: 'true', action_parameters: { id } }],
  });
  return id;
}

/** Changes the path that it blocks. */
export async function changeAccountRules(call: Call, account: string, id: string, path: string) {
  await call('PUT', `/accounts/${account}/rulesets/${id}`, { rules: accountRules(path) });
}

function accountRules(path: string) {
  const rules = Array.from({ length: ACCOUNT_RULES - 1 }, (_, n) => ruleOf(TEXTS + n));
  const expression = `http.request.uri.path eq "${path}"`;
  return [...rules, { action: 'block', expression, description: 'a path' }];
}

/** Adds rules to a zone, in an order that no other zone has, and the exposed credentials check. */
export async function addZoneRules(call: Call, zoneId: string, zone: number): Promise<void> {
  const step = 41 + (zone % 13);
  const rules = Array.from({ length: OWN_RULES }, (_, n) => ruleOf((zone * 7 + n * step) % TEXTS));
  const path = `/zones/${zoneId}/rulesets/phases/${CUSTOM}/entrypoint`;
  await call('PUT', path, { rules });
  await deploy(call, zoneId, 'http_request_firewall_managed', EXPOSED_CREDENTIALS);
}
