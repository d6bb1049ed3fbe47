import { type Capability, groupNameFor } from '../catalogs/permissions.ts';
import type { Change } from '../contracts/change.ts';
import { ApiError } from '../http/api-error.ts';

/** The account or zone whose resources a call is about. */
export type Scope = AccountScope | ZoneScope;

export interface AccountScope {
  readonly kind: 'account';
  readonly accountId: string;
}

export interface ZoneScope {
  readonly kind: 'zone';
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly plan: string;
  readonly createdAt: number;
}

export function accountScope(accountId: string): AccountScope {
  return { kind: 'account', accountId };
}

/** A zone as the platform area describes it. */
interface KnownZone extends Pick<ZoneScope, 'id' | 'name' | 'plan' | 'createdAt'> {
  readonly account: { readonly id: string };
}

export function zoneScope({ id, name, plan, createdAt, account }: KnownZone): ZoneScope {
  return { kind: 'zone', id, accountId: account.id, name, plan, createdAt };
}

export type ZoneFinder = (zoneId: string) => Promise<ZoneScope>;

/** Finds the zone that a path names. The guard has found it, but it may have been deleted since. */
export function zoneFinder(
  zones: { find(zoneId: string): Promise<KnownZone | undefined> },
  read: Capability,
): ZoneFinder {
  return async (zoneId) => {
    const zone = await zones.find(zoneId);
    if (!zone) throw ownerGone('zone', read);
    return zoneScope(zone);
  };
}

/** The error for an account or zone that does not exist. */
export function ownerGone(owner: Scope['kind'], capability: Capability): ApiError {
  const code = owner === 'zone' ? 'invalidZone' : 'invalidAccount';
  return new ApiError(code, { permission: groupNameFor(capability) });
}

export function ownerId(scope: Scope): string {
  return scope.kind === 'zone' ? scope.id : scope.accountId;
}

/** The owner in audit entries and outbox events. */
export function changeOwner(scope: Scope): Pick<Change, 'accountId' | 'zoneId'> {
  return { accountId: scope.accountId, zoneId: scope.kind === 'zone' ? scope.id : null };
}
