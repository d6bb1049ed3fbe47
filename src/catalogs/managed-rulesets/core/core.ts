import type { ManagedRuleset } from '../managed-ruleset.ts';
import { closingRule } from './closing-rule.ts';
import { scoreRules } from './score-rules.ts';

const actions = ['block', 'managed_challenge', 'js_challenge', 'log', 'challenge'];

/**
 * Anomaly scoring: rules add points, the closing rule acts on their sum. So an action for the whole ruleset is the
 * action of the closing rule.
 */
export const coreRuleset: ManagedRuleset = {
  id: '4814384a9e5d4991b9815dcfc25d2f1f',
  name: 'OWASP Core Ruleset',
  description: 'Scores requests by the attacks they resemble and acts on high scores',
  phase: 'http_request_firewall_managed',
  version: '2',
  lastUpdated: '2026-11-19T09:00:00.000000Z',
  rules: [...scoreRules, closingRule],
  allowedOverrideActions: { ruleset: actions, rule: actions },
  overridable: {
    ruleset: ['action', 'enabled'],
    tag: ['enabled'],
    rule: ['action', 'enabled', 'scoreThreshold'],
  },
};
