import { managedRulesetById } from '../../catalogs/managed-rulesets/managed-rulesets.ts';
import { type Phase, phaseByName } from '../../catalogs/phases.ts';
import { ApiError } from '../../http/api-error.ts';
import { entryPointKind, type Rule, type RulesetKind, type RulesetScope } from './ruleset-model.ts';

/** Members that cannot change after the ruleset was created. */
interface FixedMembers {
  readonly kind: string;
  readonly phase: string;
}

export function knownPhase(name: string): Phase {
  const phase = phaseByName(name);
  // Routes accept only names of the table.
  if (!phase) throw new Error(`there is no phase ${name}`);
  return phase;
}

/** Clients may create entry points of their scope, and custom rulesets in phases that allow them. */
export function checkKind(kind: RulesetKind, scope: RulesetScope, phase: Phase): void {
  const isEntryPoint = kind === entryPointKind(scope);
  const isCustom = kind === 'custom' && phase.actions.custom !== undefined;
  if (isEntryPoint || isCustom) return;
  const values = { kind, phase: phase.name, scope: scope.zoneId ? 'zone' : 'account' };
  throw new ApiError('rulesetKind', values, { pointer: '/kind' });
}

/** Kind and phase may be sent, but not changed. */
export function checkFixed(
  current: FixedMembers,
  wanted: { readonly [Member in keyof FixedMembers]?: string | undefined },
): void {
  for (const member of ['kind', 'phase'] as const) {
    const value = wanted[member];
    if (value === undefined || value === current[member]) continue;
    const values = { value, member, current: current[member] };
    throw new ApiError('rulesetMemberFixed', values, { pointer: `/${member}` });
  }
}

/** A zone can deploy each managed ruleset only once. */
export function requireExecutedOnce(rules: readonly Rule[]): void {
  const ids = rules
    .filter((rule) => rule.action === 'execute')
    .map((rule) => rule.parameters?.['id'] as string);
  const twice = ids.findIndex((id, n) => managedRulesetById(id) && ids.indexOf(id) !== n);
  if (twice !== -1) throw new ApiError('executeTwice');
}
