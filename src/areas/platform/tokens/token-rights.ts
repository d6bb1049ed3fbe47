import {
  type Capability,
  capabilities,
  type PermissionGroup,
  type PermissionScope,
  permissionGroupById,
  scopeOf,
} from '../../../catalogs/permissions.ts';
import type { Principal, ReachScope, Resource } from '../../../http/principal.ts';
import type { TokenOwner, TokenPolicy } from './token-model.ts';
import { parseResources, type ResourcePattern, ResourceSet } from './token-resource.ts';

/** The part of a principal that checks permissions. */
export type Rights = Pick<Principal, 'allows' | 'allowsSomewhere' | 'reach' | 'knows'>;

interface Grants {
  readonly allow: Set<ResourceSet>;
  readonly deny: Set<ResourceSet>;
}

/**
 * Compiles the policies of a token once: for every capability, on which resources it is allowed and denied.
 * Deny takes precedence over allow, and a capability without a policy is denied. A token of an account has no rights
 * outside that account, whatever its policies are.
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
      return { allow: reachScopesIn(allow, scope), deny: reachScopesIn(deny, scope) };
    },
    knows: (resource) => grants.keys().some((capability) => holds(capability, resource)),
  };
}

const nothing: Grants = { allow: new Set(), deny: new Set() };

/** Groups with the same scopes share one set, so that the resources of a policy are stored only once. */
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
    for (const capability of policy.effect === 'deny' ? withWrites(group) : group.grants) {
      if (!set.has(scopeOf(capability))) continue;
      const known = grants.get(capability) ?? { allow: new Set(), deny: new Set() };
      known[policy.effect].add(set);
      grants.set(capability, known);
    }
  }
}

/** Writing requires reading as well, because the response of a write shows the resource. */
function withWrites({ grants }: PermissionGroup): ReadonlySet<Capability> {
  const denied = new Set<Capability>(grants);
  for (const capability of capabilities) {
    if (
      capability.endsWith(':write') &&
      denied.has(capability.replace(/write$/, 'read') as Capability)
    ) {
      denied.add(capability);
    }
  }
  return denied;
}

/** In a token of an account, a resource without an account means one of that account. */
function within(owner: TokenOwner | undefined, pattern: ResourcePattern): ResourcePattern {
  if (owner?.type !== 'account' || pattern.type === 'user' || pattern.accountId !== '*') {
    return pattern;
  }
  return { ...pattern, accountId: owner.id };
}

/** A group applies to resources of its scopes. A group for accounts also covers their zones. */
function onScopes(group: PermissionGroup, pattern: ResourcePattern): ResourcePattern[] {
  if (!group.scopes.includes(pattern.type)) return [];
  if (pattern.type !== 'account') return [pattern];
  return [pattern, { type: 'zone', zoneId: '*', accountId: pattern.accountId }];
}

/** True if at least one resource of the policy fits a scope of the group. */
export function groupFits(group: PermissionGroup, patterns: readonly ResourcePattern[]): boolean {
  return patterns.some((pattern) => group.scopes.includes(pattern.type));
}

function covered(sets: ReadonlySet<ResourceSet>, resource: Resource): boolean {
  for (const set of sets) if (set.covers(resource)) return true;
  return false;
}

function reachScopesIn(sets: ReadonlySet<ResourceSet>, scope: PermissionScope): ReachScope[] {
  const patterns = [...sets].flatMap((set) => set.patterns(scope));
  return new ResourceSet(patterns).patterns(scope).flatMap(reachScopesOf);
}

function reachScopesOf(pattern: ResourcePattern): ReachScope[] {
  if (pattern.type === 'user') return [];
  const zoneId = pattern.type === 'zone' ? pattern.zoneId : '*';
  return [{ accountId: pattern.accountId, zoneId }];
}
