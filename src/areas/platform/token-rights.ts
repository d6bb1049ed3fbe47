import {
  type Capability,
  type PermissionGroup,
  permissionGroupById,
  scopeOf,
} from '../../catalogs/permissions.ts';
import type { Place, Principal, Resource } from '../../http/principal.ts';
import type { TokenOwner, TokenPolicy } from './token-model.ts';
import { parseResources, type ResourcePattern } from './token-resource.ts';

/** The part of a principal that says what it may do. */
export type Rights = Pick<Principal, 'allows' | 'allowsSomewhere' | 'reach' | 'knows'>;

interface Grants {
  readonly allow: ResourcePattern[];
  readonly deny: ResourcePattern[];
}

/**
 * Policies, worked out once per token: for every capability, where it is allowed and where denied.
 * A denial wins over a permission; what neither mentions is denied. A token of an account never
 * reaches beyond that account, whatever its policies say.
 */
export function compileRights(policies: readonly TokenPolicy[], owner?: TokenOwner): Rights {
  const grants = new Map<Capability, Grants>();
  for (const policy of policies) addPolicy(grants, policy, owner);
  const allowed = (capability: Capability) => grants.get(capability)?.allow ?? [];
  const denied = (capability: Capability) => grants.get(capability)?.deny ?? [];
  return {
    allows: (capability, resource) =>
      !covered(denied(capability), resource) && covered(allowed(capability), resource),
    allowsSomewhere: (capability) => allowed(capability).length > 0,
    reach: (capability) => ({
      allow: allowed(capability).flatMap(placeOf),
      deny: denied(capability).flatMap(placeOf),
    }),
    knows: (resource) =>
      [...grants.values()].some(
        ({ allow, deny }) => covered(allow, resource) && !covered(deny, resource),
      ),
  };
}

function addPolicy(
  grants: Map<Capability, Grants>,
  policy: TokenPolicy,
  owner: TokenOwner | undefined,
): void {
  const parsed = parseResources(policy.resources);
  if (!parsed.ok) return;
  for (const groupId of policy.permissionGroupIds) {
    const group = permissionGroupById(groupId);
    if (!group) continue;
    const patterns = parsed.patterns
      .map((pattern) => within(owner, pattern))
      .flatMap((pattern) => patternsFor(group, pattern));
    for (const capability of group.grants) {
      const known = grants.get(capability) ?? { allow: [], deny: [] };
      const scope = scopeOf(capability);
      known[policy.effect].push(...patterns.filter((pattern) => pattern.type === scope));
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
function patternsFor(group: PermissionGroup, pattern: ResourcePattern): ResourcePattern[] {
  if (!group.scopes.includes(pattern.type)) return [];
  if (pattern.type !== 'account') return [pattern];
  return [pattern, { type: 'zone', zoneId: '*', accountId: pattern.accountId }];
}

/** True when some resource of the policy fits a scope of the group. */
export function groupFits(group: PermissionGroup, patterns: readonly ResourcePattern[]): boolean {
  return patterns.some((pattern) => group.scopes.includes(pattern.type));
}

function covered(patterns: readonly ResourcePattern[], resource: Resource): boolean {
  return patterns.some((pattern) => covers(pattern, resource));
}

function covers(pattern: ResourcePattern, resource: Resource): boolean {
  switch (resource.type) {
    case 'user':
      return pattern.type === 'user' && pattern.userId === resource.userId;
    case 'account':
      return pattern.type === 'account' && fits(pattern.accountId, resource.accountId);
    case 'zone':
      return (
        pattern.type === 'zone' &&
        fits(pattern.zoneId, resource.zoneId) &&
        fits(pattern.accountId, resource.accountId)
      );
  }
}

const fits = (pattern: string, id: string) => pattern === '*' || pattern === id;

function placeOf(pattern: ResourcePattern): Place[] {
  if (pattern.type === 'user') return [];
  const zoneId = pattern.type === 'zone' ? pattern.zoneId : '*';
  return [{ accountId: pattern.accountId, zoneId }];
}
