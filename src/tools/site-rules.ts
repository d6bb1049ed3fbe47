import { closingRule } from '../catalogs/managed-rulesets/core/closing-rule.ts';
import { coreRuleset } from '../catalogs/managed-rulesets/core/core.ts';
import { freeManagedRuleset } from '../catalogs/managed-rulesets/free/free.ts';
import { managedRuleset } from '../catalogs/managed-rulesets/managed/managed.ts';
import type { ManagedRuleset } from '../catalogs/managed-rulesets/managed-ruleset.ts';
import type { ApiClient } from './api-client.ts';

/** `block`: the default actions of the Managed Ruleset, and scores of the core ruleset in the log. `log`: both only log. */
export const ruleModes = ['block', 'log', 'none'] as const;

export type RuleMode = (typeof ruleModes)[number];

interface RuledZone {
  readonly id: string;
  readonly plan: { readonly legacy_id: string };
}

export interface DeployedRules {
  /** The id of the entry point that executes the rulesets. */
  readonly entryPointId: string;
  readonly names: readonly string[];
}

const FREE = 'free';

/** Deploys the managed rules for a new zone, which has no rules yet. */
export async function deployRules(
  api: ApiClient,
  { id, plan }: RuledZone,
  mode: Exclude<RuleMode, 'none'>,
): Promise<DeployedRules> {
  const logged = { overrides: { action: 'log' } };
  const loggedCore = { overrides: { rules: [{ id: closingRule.id, action: 'log' }] } };
  const first = plan.legacy_id === FREE ? freeManagedRuleset : managedRuleset;
  const rules = [ruleOf(first, mode === 'log' ? logged : {})];
  if (plan.legacy_id !== FREE) rules.push(ruleOf(coreRuleset, loggedCore));
  const path = `/zones/${id}/rulesets/phases/${first.phase}/entrypoint`;
  const { result } = await api.call('PUT', path, { rules });
  return {
    entryPointId: (result as { readonly id: string }).id,
    names: rules.map(({ description }) => description),
  };
}

function ruleOf({ id, name }: ManagedRuleset, parameters: object) {
  return {
    action: 'execute',
    expression: 'true',
    description: name,
    action_parameters: { id, ...parameters },
  };
}
