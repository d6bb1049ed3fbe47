import type { ManagedRuleset } from '../managed-ruleset.ts';
import { drupalRule } from './drupal.ts';
import { genericFormRule, genericJsonEmailRule, genericJsonUserRule } from './generic.ts';
import { ghostRule } from './ghost.ts';
import { guardRule } from './guard.ts';
import { joomlaRule } from './joomla.ts';
import { magentoRule } from './magento.ts';
import { ploneRule } from './plone.ts';
import { wordpressRule } from './wordpress.ts';

const actions = ['managed_challenge', 'block', 'js_challenge', 'log', 'challenge'];

/**
 * Informs the origin about logins with leaked credentials. The guard comes first, the generic rules last. `rewrite`
 * does not end the evaluation, so the order of the others does not matter.
 */
export const exposedCredentialsRuleset: ManagedRuleset = {
  id: 'c2e184081120413c86c3ab7e14069605',
  name: 'Exposed Credentials Check',
  description: 'Recognises logins whose user name and password are known from leaks',
  phase: 'http_request_firewall_managed',
  version: '1',
  lastUpdated: '2026-11-14T09:00:00.000000Z',
  rules: [
    guardRule,
    wordpressRule,
    joomlaRule,
    drupalRule,
    ghostRule,
    ploneRule,
    magentoRule,
    genericFormRule,
    genericJsonEmailRule,
    genericJsonUserRule,
  ],
  allowedOverrideActions: { ruleset: actions, rule: [...actions, 'rewrite'] },
  overridable: {
    ruleset: ['action', 'enabled'],
    tag: ['action', 'enabled'],
    rule: ['action', 'enabled'],
  },
};
