import type { ManagedRuleset } from '../managed-ruleset.ts';
import { freeRules } from './free-rules.ts';

const actions = ['managed_challenge', 'block', 'js_challenge', 'log', 'challenge'];

/** Rules for every plan, against the most widespread attacks. */
export const freeManagedRuleset: ManagedRuleset = {
  id: '77454fe2d30c4220b5701f6fdfb893ba',
  name: 'Free Managed Ruleset',
  description: 'Protects against attacks with great reach and effect',
  phase: 'http_request_firewall_managed',
  version: '2',
  lastUpdated: '2026-11-19T09:00:00.000000Z',
  rules: freeRules,
  allowedOverrideActions: { ruleset: actions, rule: actions },
  overridable: {
    ruleset: ['action', 'enabled'],
    tag: ['action', 'enabled'],
    rule: ['action', 'enabled'],
  },
};
