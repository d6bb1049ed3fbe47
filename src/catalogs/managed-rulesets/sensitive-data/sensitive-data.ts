import type { ManagedRuleset } from '../managed-ruleset.ts';
import { sensitiveDataRules } from './sensitive-data-rules.ts';

/**
 * Finds personal data, financial data and secrets in responses after they were sent. A sent response cannot be stopped,
 * so `log` is the only action.
 */
export const sensitiveDataRuleset: ManagedRuleset = {
  id: 'e22d83c647c64a3eae91b71b499d988e',
  name: 'Sensitive Data Detection',
  description: 'Recognises personal data, financial data and secrets in responses',
  phase: 'http_response_firewall_managed',
  version: '1',
  lastUpdated: '2026-11-14T09:00:00.000000Z',
  rules: sensitiveDataRules,
  allowedOverrideActions: { ruleset: ['log'], rule: ['log'] },
  overridable: {
    ruleset: ['action', 'enabled'],
    tag: ['action', 'enabled'],
    rule: ['action', 'enabled'],
  },
};
