import { limits } from '../../../catalogs/limits.ts';
import { administratorGroup, permissionGroupById } from '../../../catalogs/permissions.ts';
import { ApiError } from '../../../http/api-error.ts';
import { parseCidr } from '../../../kernel/ip.ts';
import { addressConditions, type TokenOwner, type TokenPolicy } from './token-model.ts';
import { knownResources, parseResources, type ResourcePattern } from './token-resource.ts';
import { groupFits } from './token-rights.ts';
import type { TokenDraft } from './token-schema.ts';

/** Throws if a draft is invalid. The error names the invalid member. */
export function checkTokenDraft(
  draft: TokenDraft,
  owner: TokenOwner,
  now: number,
  before?: Pick<TokenDraft, 'expiresOn'>,
): void {
  if (draft.name.length < 1 || draft.name.length > 120) {
    throw new ApiError('tokenNameLength', {}, { pointer: '/name' });
  }
  checkResourceCount(draft.policies);
  draft.policies.forEach((policy, n) => {
    checkPolicy(policy, owner, `/policies/${n}`);
  });
  checkCondition(draft);
  const { notBefore, expiresOn } = draft;
  // A stored time may be in the past, since clients send back the values that they have read.
  const earliest = Math.max(expiresOn === before?.expiresOn ? 0 : now, notBefore ?? 0);
  if (expiresOn !== null && expiresOn <= earliest) {
    throw new ApiError('tokenLifetime', {}, { pointer: '/expires_on' });
  }
}

function checkResourceCount(policies: readonly TokenPolicy[]): void {
  const limit = limits.resourcesPerToken;
  const count = policies
    .flatMap(({ resources }) => Object.values(resources))
    .reduce((sum, value) => sum + (typeof value === 'string' ? 1 : Object.keys(value).length), 0);
  if (count <= limit) return;
  throw new ApiError('tokenResourceQuota', { count, limit }, { pointer: '/policies' });
}

function checkPolicy(policy: TokenPolicy, owner: TokenOwner, pointer: string): void {
  const parsed = parseResources(policy.resources);
  if (!parsed.ok || parsed.patterns.length === 0) {
    const resource = parsed.ok ? '' : parsed.bad;
    throw new ApiError(
      'invalidTokenResource',
      { resource, known: knownResources },
      { pointer: `${pointer}/resources` },
    );
  }
  for (const pattern of parsed.patterns) checkOwnership(pattern, owner, `${pointer}/resources`);
  policy.permissionGroupIds.forEach((id, n) => {
    checkGroup(id, parsed.patterns, owner, `${pointer}/permission_groups/${n}/id`);
  });
}

/** A token of an account must not name resources outside that account, whoever creates it. */
function checkOwnership(pattern: ResourcePattern, owner: TokenOwner, pointer: string): void {
  if (pattern.type === 'user') {
    if (owner.type === 'user' && owner.id === pattern.userId) return;
    const resource = `user.${pattern.userId}`;
    throw new ApiError(
      'invalidTokenResource',
      { resource, known: 'your own user, or accounts and zones' },
      { pointer },
    );
  }
  if (owner.type === 'user' || pattern.accountId === owner.id) return;
  // A zone without an account means a zone of the owner; see compileRights.
  if (pattern.type === 'zone' && pattern.accountId === '*') return;
  const resource =
    pattern.type === 'zone' ? `account.zone.${pattern.zoneId}` : `account.${pattern.accountId}`;
  throw new ApiError('foreignTokenResource', { resource, account: owner.id }, { pointer });
}

function checkGroup(
  id: string,
  patterns: readonly ResourcePattern[],
  owner: TokenOwner,
  pointer: string,
): void {
  const group = permissionGroupById(id);
  if (!group) {
    const list =
      owner.type === 'user'
        ? '/user/tokens/permission_groups'
        : `/accounts/${owner.id}/tokens/permission_groups`;
    throw new ApiError('unknownPermissionGroup', { id, list }, { pointer });
  }
  if (owner.type === 'account' && group === administratorGroup) {
    throw new ApiError('administratorOfAccount', { group: group.name }, { pointer });
  }
  if (groupFits(group, patterns)) return;
  const scopes = group.scopes.map((scope) => `${scope}s`).join(', ');
  throw new ApiError('permissionGroupScope', { group: group.name, scopes }, { pointer });
}

function checkCondition({ condition }: TokenDraft): void {
  for (const rule of addressConditions(condition)) {
    if (!rule.in?.length && !rule.not_in?.length) {
      throw new ApiError('emptyTokenCondition', {}, { pointer: '/condition' });
    }
    const bad = [...(rule.in ?? []), ...(rule.not_in ?? [])].find((cidr) => !parseCidr(cidr));
    if (bad !== undefined) {
      throw new ApiError('invalidTokenCidr', { cidr: bad }, { pointer: '/condition' });
    }
  }
}
