import type { ManagedRuleset } from '../managed-ruleset.ts';
import { genericRules } from './generic-rules.ts';
import { targetedRules } from './targeted/targeted-rules.ts';

const actions = ['managed_challenge', 'block', 'js_challenge', 'log', 'challenge'];

/** Generic rules for each family of attacks, and rules against known attacks on known products. */
export const managedRuleset: ManagedRuleset = {
  id: 'efb7b8c949ac4650a09736fc376e9aee',
  name: 'Managed Ruleset',
  description: 'Protects against known attacks and vulnerabilities of widespread software',
  phase: 'http_request_firewall_managed',
  version: '2',
  lastUpdated: '2026-11-19T09:00:00.000000Z',
  rules: [...genericRules, ...targetedRules],
  allowedOverrideActions: { ruleset: actions, rule: actions },
  overridable: {
    ruleset: ['action', 'enabled'],
    tag: ['action', 'enabled'],
    rule: ['action', 'enabled'],
  },
};
