import type { Actor } from '../../contracts/actor.ts';
import type { Change } from '../../contracts/change.ts';
import type { Rule, Ruleset } from './ruleset-model.ts';
import { rulesetResponse } from './ruleset-schema.ts';

/** A change as the audit log keeps it: of the rules only those that differ, since lists can be long. */
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
    before: before && rulesetResponse({ ...before, rules: differing(before, after) }),
    after: after && rulesetResponse({ ...after, rules: differing(after, before) }),
  };
}

/** The ruleset lives on; only one of its old versions is gone. */
export function versionDeletion(actor: Actor, old: Ruleset): Change {
  return { ...rulesetChange(actor, old, undefined), resource: 'ruleset_version' };
}

/** Rules of one version that the other does not have in the same form at the same place. */
function differing(ruleset: Ruleset, other: Ruleset | undefined): Rule[] {
  const key = (rule: Rule, index: number) => `${rule.id} ${rule.version} ${index}`;
  const known = new Set(other?.rules.map(key));
  return ruleset.rules.filter((rule, index) => !known.has(key(rule, index)));
}
