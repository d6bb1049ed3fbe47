import {
  type Capability,
  type PermissionGroup,
  type PermissionScope,
  permissionGroupById,
  scopeOf,
} from '../../../catalogs/permissions.ts';
import type { Place, Principal, Resource } from '../../../http/principal.ts';
import type { TokenOwner, TokenPolicy } from './token-model.ts';
import { parseResources, type ResourcePattern, ResourceSet } from './token-resource.ts';

/** The part of a principal that says what it may do. */
export type Rights = Pick<Principal, 'allows' | 'allowsSomewhere' | 'reach' | 'knows'>;

interface Grants {
  readonly allow: Set<ResourceSet>;
  readonly deny: Set<ResourceSet>;
}

/**
 * Policies, worked out once per token: for every capability, where it is allowed and where denied.
 * A denial wins over a permission; what neither mentions is denied. A token of an account never
 * reaches beyond that account, whatever its policies say.
 */
export function compileRights(policies: readonly TokenPolicy[], owner?: TokenOwner): Rights {
  const grants = new Map<Capability, Grants>();
  for (const policy of policies) addPolicy(grants, policy, owner);
  const holds = (capability: Capability, resource: Resource) => {
    const { allow, deny } = grants.get(capability) ?? nothing;
    if (scopeOf(capability) !== resource.type) return false;
    return !covered(deny, resource) && covered(allow, resource);
  };
  return {
    allows: holds,
    allowsSomewhere: (capability) => (grants.get(capability) ?? nothing).allow.size > 0,
    reach: (capability) => {
      const { allow, deny } = grants.get(capability) ?? nothing;
      const scope = scopeOf(capability);
      return { allow: placesIn(allow, scope), deny: placesIn(deny, scope) };
    },
    knows: (resource) => grants.keys().some((capability) => holds(capability, resource)),
  };
}

const nothing: Grants = { allow: new Set(), deny: new Set() };

/** Groups of the same scopes share one set, so that a policy costs what its resources cost, once. */
function addPolicy(
  grants: Map<Capability, Grants>,
  policy: TokenPolicy,
  owner: TokenOwner | undefined,
): void {
  const parsed = parseResources(policy.resources);
  if (!parsed.ok) return;
  const patterns = parsed.patterns.map((pattern) => within(owner, pattern));
  const sets = new Map<string, ResourceSet>();
  for (const groupId of new Set(policy.permissionGroupIds)) {
    const group = permissionGroupById(groupId);
    if (!group) continue;
    const kind = group.scopes.join();
    const set =
      sets.get(kind) ?? new ResourceSet(patterns.flatMap((each) => onScopes(group, each)));
    sets.set(kind, set);
    for (const capability of group.grants) {
      if (!set.has(scopeOf(capability))) continue;
      const known = grants.get(capability) ?? { allow: new Set(), deny: new Set() };
      known[policy.effect].add(set);
      grants.set(capability, known);
    }
  }
}

/** What a token of an account names without an account is in that account, or nowhere. */
function within(owner: TokenOwner | undefined, pattern: ResourcePattern): ResourcePattern {
  if (owner?.type !== 'account' || pattern.type === 'user' || pattern.accountId !== '*') {
    return pattern;
  }
  return { ...pattern, accountId: owner.id };
}

/** A group acts on the resources of its scopes. One for accounts also covers the zones in them. */
function onScopes(group: PermissionGroup, pattern: ResourcePattern): ResourcePattern[] {
  if (!group.scopes.includes(pattern.type)) return [];
  if (pattern.type !== 'account') return [pattern];
  return [pattern, { type: 'zone', zoneId: '*', accountId: pattern.accountId }];
}

/** True when some resource of the policy fits a scope of the group. */
export function groupFits(group: PermissionGroup, patterns: readonly ResourcePattern[]): boolean {
  return patterns.some((pattern) => group.scopes.includes(pattern.type));
}

function covered(sets: ReadonlySet<ResourceSet>, resource: Resource): boolean {
  for (const set of sets) if (set.covers(resource)) return true;
  return false;
}

function placesIn(sets: ReadonlySet<ResourceSet>, scope: PermissionScope): Place[] {
  const patterns = [...sets].flatMap((set) => set.patterns(scope));
  return new ResourceSet(patterns).patterns(scope).flatMap(placeOf);
}

function placeOf(pattern: ResourcePattern): Place[] {
  if (pattern.type === 'user') return [];
  const zoneId = pattern.type === 'zone' ? pattern.zoneId : '*';
  return [{ accountId: pattern.accountId, zoneId }];
}
