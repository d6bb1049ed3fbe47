import {
  type Capability,
  type PermissionGroup,
  permissionGroupById,
} from '../../catalogs/permissions.ts';
import type { Principal, Reach, Resource } from '../../http/principal.ts';
import type { TokenPolicy } from './token-model.ts';
import { parseResources, type ResourcePattern } from './token-resource.ts';

/** The part of a principal that says what it may do. */
export type Rights = Pick<Principal, 'allows' | 'allowsSomewhere' | 'reach' | 'knows'>;

interface Grants {
  readonly allow: ResourcePattern[];
  readonly deny: ResourcePattern[];
}

/**
 * Policies, worked out once per token: for every capability, where it is allowed and where denied.
 * A denial wins over a permission; what neither mentions is denied.
 */
export function compileRights(policies: readonly TokenPolicy[]): Rights {
  const grants = new Map<Capability, Grants>();
  for (const policy of policies) addPolicy(grants, policy);
  const allowed = (capability: Capability) => grants.get(capability)?.allow ?? [];
  const denied = (capability: Capability) => grants.get(capability)?.deny ?? [];
  return {
    allows: (capability, resource) =>
      !covered(denied(capability), resource) && covered(allowed(capability), resource),
    allowsSomewhere: (capability) => allowed(capability).length > 0,
    reach: (capability) =>
      reachOf(listed(capability, allowed(capability)), listed(capability, denied(capability))),
    knows: (resource) => [...grants.values()].some(({ allow }) => covered(allow, resource)),
  };
}

function addPolicy(grants: Map<Capability, Grants>, policy: TokenPolicy): void {
  const parsed = parseResources(policy.resources);
  if (!parsed.ok) return;
  for (const groupId of policy.permissionGroupIds) {
    const group = permissionGroupById(groupId);
    if (!group) continue;
    const patterns = parsed.patterns.flatMap((pattern) => patternsFor(group, pattern));
    for (const capability of group.grants) {
      const known = grants.get(capability) ?? { allow: [], deny: [] };
      known[policy.effect].push(...patterns);
      grants.set(capability, known);
    }
  }
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

/** What lists by this capability go by: rights on zones alone show no account. */
function listed(capability: Capability, patterns: readonly ResourcePattern[]): ResourcePattern[] {
  const zones = capability.startsWith('zone:');
  return patterns.filter((pattern) => zones || pattern.type !== 'zone');
}

const NOTHING = { accountIds: [], zoneIds: [] };

function reachOf(allow: readonly ResourcePattern[], deny: readonly ResourcePattern[]): Reach {
  if (deny.some(isEverything)) return { all: false, only: NOTHING, except: NOTHING };
  const except = idsOf(deny);
  return allow.some(isEverything)
    ? { all: true, except }
    : { all: false, only: idsOf(allow), except };
}

function isEverything(pattern: ResourcePattern): boolean {
  if (pattern.type === 'user') return false;
  return pattern.accountId === '*' && (pattern.type === 'account' || pattern.zoneId === '*');
}

function idsOf(patterns: readonly ResourcePattern[]) {
  const accountIds = new Set<string>();
  const zoneIds = new Set<string>();
  for (const pattern of patterns) {
    if (pattern.type === 'zone' && pattern.zoneId !== '*') zoneIds.add(pattern.zoneId);
    else if (pattern.type !== 'user' && pattern.accountId !== '*')
      accountIds.add(pattern.accountId);
  }
  return { accountIds: [...accountIds], zoneIds: [...zoneIds] };
}
