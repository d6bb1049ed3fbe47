import type { Actor } from '../../contracts/actor.ts';
import type { Change } from '../../contracts/change.ts';
import { withoutSecrets } from './rule-secrets.ts';
import type { Rule, Ruleset } from './ruleset-model.ts';
import { rulesetResponse } from './ruleset-schema.ts';

/** The audit entry of a change. It contains only the rules that differ, since there can be many. */
export function rulesetChange(
  actor: Actor,
  before: Ruleset | undefined,
  after: Ruleset | undefined,
): Change {
  const ruleset = after ?? before;
  if (!ruleset) throw new Error('a change needs a ruleset');
  return {
    actor,
    action: before ? (after ? 'update' : 'delete') : 'create',
    resource: 'ruleset',
    resourceId: ruleset.id,
    accountId: ruleset.scope.accountId,
    zoneId: ruleset.scope.zoneId ?? null,
    before: before && rulesetResponse({ ...before, rules: kept(before, after) }),
    after: after && rulesetResponse({ ...after, rules: kept(after, before, before) }),
  };
}

/** Only an old version is deleted, so this is an update of the ruleset. */
export function versionDeletion(actor: Actor, old: Ruleset): Change {
  return { ...rulesetChange(actor, old, undefined), resource: 'ruleset_version' };
}

function kept(ruleset: Ruleset, other: Ruleset | undefined, before?: Ruleset): Rule[] {
  const old = new Map(before?.rules.map((rule) => [rule.id, rule]));
  return differing(ruleset, other).map((rule) => withoutSecrets(rule, old.get(rule.id)));
}

/** Rules of one version that the other does not have in the same form at the same position. */
function differing(ruleset: Ruleset, other: Ruleset | undefined): Rule[] {
  const key = (rule: Rule, index: number) => `${rule.id} ${rule.version} ${index}`;
  const known = new Set(other?.rules.map(key));
  return ruleset.rules.filter((rule, index) => !known.has(key(rule, index)));
}
