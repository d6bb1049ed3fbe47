import type { ManagedRuleset } from '../managed-ruleset.ts';

const actions = ['managed_challenge', 'block', 'js_challenge', 'log', 'challenge'];

/** Rules against known attacks on known products. It has no rules yet, but can be deployed. */
export const managedRuleset: ManagedRuleset = {
  id: 'efb7b8c949ac4650a09736fc376e9aee',
  name: 'Managed Ruleset',
  description: 'Protects against known attacks and vulnerabilities of widespread software',
  phase: 'http_request_firewall_managed',
  version: '1',
  lastUpdated: '2026-11-14T09:00:00.000000Z',
  rules: [],
  allowedOverrideActions: { ruleset: actions, rule: actions },
  overridable: {
    ruleset: ['action', 'enabled'],
    tag: ['action', 'enabled'],
    rule: ['action', 'enabled'],
  },
};
