import type { Ruleset } from '../rules/ruleset.ts';

/** The phase whose entry point executes the managed rulesets. */
export const MANAGED_PHASE = 'http_request_firewall_managed';

interface Deployment {
  readonly id: string;
  readonly name: string;
  readonly does: string;
  readonly overrides?: object;
}

/** The rule of the core ruleset that acts on the sum of the scores. */
const SCORE_RULE = '6179ae15870a4bb7b2d480d4843b323c';

const paid: readonly Deployment[] = [
  {
    id: 'efb7b8c949ac4650a09736fc376e9aee',
    name: 'Managed Ruleset',
    does: 'blocks clear attacks, logs likely ones',
  },
  {
    id: '4814384a9e5d4991b9815dcfc25d2f1f',
    name: 'OWASP Core Ruleset',
    does: 'logs requests with a high score',
    overrides: { rules: [{ id: SCORE_RULE, action: 'log' }] },
  },
];

const free: readonly Deployment[] = [
  {
    id: '77454fe2d30c4220b5701f6fdfb893ba',
    name: 'Free Managed Ruleset',
    does: 'blocks attacks on widespread flaws',
  },
];

const deployments = (planId: string) => (planId === 'free' ? free : paid);

/** What the rules do, before and after they are deployed. */
export function protectionEffect(planId: string, isOn: boolean): Readonly<Record<string, string>> {
  return Object.fromEntries(
    deployments(planId).map(({ name, does }) => [name, isOn ? does : 'off']),
  );
}

/** What protects a new zone, as `palisade zone add` deploys it: the first ruleset blocks, the scores of the second are logged. */
export function protectionRules(planId: string) {
  return deployments(planId).map(({ id, name, overrides }) => ({
    action: 'execute',
    expression: 'true',
    description: name,
    action_parameters: { id, ...(overrides && { overrides }) },
  }));
}

export function isProtected(entryPoint: Ruleset | undefined): boolean {
  return entryPoint?.rules.some(({ action, enabled }) => action === 'execute' && enabled) ?? false;
}
