import type { PermissionScope } from '../../../catalogs/permissions.ts';
import type { Resource } from '../../../http/principal.ts';
import { isHexId } from '../../../kernel/hex-id.ts';
import type { TokenResources } from './token-model.ts';

/** Resource names start with one of these. Existing token definitions use the second one. */
const PREFIXES = ['palisade.', 'com.cloudflare.api.'];

export const knownResources =
  'palisade.account.<id>, palisade.account.zone.<id> or palisade.user.<id>, with * in place of an account or zone id for all of them';

/** The resources that one entry of a policy names. `*` means every account or zone. */
export type ResourcePattern =
  | { readonly type: 'zone'; readonly zoneId: string; readonly accountId: string }
  | { readonly type: 'account'; readonly accountId: string }
  | { readonly type: 'user'; readonly userId: string };

/** The patterns of a policy's resources, or `bad`, the first name that is not valid. */
export function parseResources(
  resources: TokenResources,
): { ok: true; patterns: ResourcePattern[] } | { ok: false; bad: string } {
  const patterns: ResourcePattern[] = [];
  for (const [name, value] of Object.entries(resources)) {
    const pattern = parseName(name);
    if (!pattern) return { ok: false, bad: name };
    if (value === '*') {
      patterns.push(pattern);
      continue;
    }
    if (pattern.type !== 'account' || typeof value !== 'object') return { ok: false, bad: name };
    for (const [innerName, innerValue] of Object.entries(value)) {
      const inner = parseName(innerName);
      if (inner?.type !== 'zone' || innerValue !== '*') return { ok: false, bad: innerName };
      patterns.push({ ...inner, accountId: pattern.accountId });
    }
  }
  return { ok: true, patterns };
}

function parseName(name: string): ResourcePattern | undefined {
  const prefix = PREFIXES.find((known) => name.startsWith(known));
  if (!prefix) return undefined;
  const parts = name.slice(prefix.length).split('.');
  const id = parts.at(-1) ?? '';
  const kind = parts.slice(0, -1).join('.');
  if (kind === 'user') return isHexId(id) ? { type: 'user', userId: id } : undefined;
  if (id !== '*' && !isHexId(id)) return undefined;
  if (kind === 'account') return { type: 'account', accountId: id };
  if (kind === 'account.zone') return { type: 'zone', zoneId: id, accountId: '*' };
  return undefined;
}

/** A set of patterns with lookup by id, so that the cost of a check does not depend on their number. */
export class ResourceSet {
  readonly #byScope: Readonly<Record<PermissionScope, Map<string, ResourcePattern>>> = {
    zone: new Map(),
    account: new Map(),
    user: new Map(),
  };

  constructor(patterns: readonly ResourcePattern[]) {
    for (const pattern of patterns) this.#byScope[pattern.type].set(keyOf(pattern), pattern);
  }

  has(scope: PermissionScope): boolean {
    return this.#byScope[scope].size > 0;
  }

  patterns(scope: PermissionScope): ResourcePattern[] {
    return [...this.#byScope[scope].values()];
  }

  covers(resource: Resource): boolean {
    const patterns = this.#byScope[resource.type];
    return covering(resource).some((pattern) => patterns.has(keyOf(pattern)));
  }
}

function keyOf(pattern: ResourcePattern): string {
  switch (pattern.type) {
    case 'zone':
      return `${pattern.accountId} ${pattern.zoneId}`;
    case 'account':
      return pattern.accountId;
    case 'user':
      return pattern.userId;
  }
}

/** All patterns that would cover the resource. */
function covering(resource: Resource): ResourcePattern[] {
  if (resource.type === 'user') return [resource];
  if (resource.type === 'account') return [resource, { ...resource, accountId: '*' }];
  const inAccount = [resource, { ...resource, accountId: '*' }];
  return [...inAccount, ...inAccount.map((each) => ({ ...each, zoneId: '*' }))];
}
