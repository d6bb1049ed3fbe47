import type { Capability } from '../catalogs/permissions.ts';
import type { Actor } from '../contracts/actor.ts';

/** The resource that a capability is checked on. A zone comes with its account, because permissions on the account may cover it. */
export type Resource =
  | { readonly type: 'zone'; readonly zoneId: string; readonly accountId: string }
  | { readonly type: 'account'; readonly accountId: string }
  | { readonly type: 'user'; readonly userId: string };

/** The zones or accounts on which a capability is held, for filtering lists: `allow` without `deny`. */
export interface Reach {
  readonly allow: readonly ReachScope[];
  readonly deny: readonly ReachScope[];
}

/** One zone, all zones of an account, or everything; `*` stands for any id. */
export interface ReachScope {
  readonly accountId: string;
  readonly zoneId: string;
}

/** An authenticated caller. */
export interface Principal {
  readonly actor: Actor;
  /** Identifies the credential in rate limits. */
  readonly rateKey: string;
  readonly token: { readonly id: string } | undefined;
  /** Of the dashboard; its rights are those of the token or user. */
  readonly session?: { readonly id: string } | undefined;
  /** Undefined for tokens that belong to an account. */
  readonly userId: string | undefined;
  allows(capability: Capability, resource: Resource): boolean;
  /** True if the capability is granted on any resource; denials are not considered. */
  allowsSomewhere(capability: Capability): boolean;
  reach(capability: Capability): Reach;
  /** True if the caller has any permission on the resource, so that its existence need not be hidden. */
  knows(resource: Resource): boolean;
}

/** A caller without permissions, for routes that verify the credential themselves. */
export const anonymous: Principal = {
  actor: { type: 'token', id: '', email: null, ip: null },
  rateKey: '',
  token: undefined,
  userId: undefined,
  allows: () => false,
  allowsSomewhere: () => false,
  reach: () => ({ allow: [], deny: [] }),
  knows: () => false,
};

export type Credential =
  | { readonly kind: 'token'; readonly secret: string }
  | { readonly kind: 'session'; readonly secret: string }
  | { readonly kind: 'key'; readonly email: string; readonly key: string };

export type Verification =
  | { readonly outcome: 'accepted'; readonly principal: Principal }
  /** Unknown; counts as a failed attempt. */
  | { readonly outcome: 'unknown' }
  /** Known, but not valid now or from this address. */
  | { readonly outcome: 'refused'; readonly reason: string };

/** The part of the platform area that the guard uses. */
export interface Verifier {
  verify(credential: Credential, clientAddress: string): Promise<Verification>;
  /** The account a zone belongs to; undefined if there is no such zone. */
  accountOfZone(zoneId: string): Promise<string | undefined>;
  accountExists(accountId: string): Promise<boolean>;
  /** Whether there was such an account, according to the audit log. */
  accountWasDeleted(accountId: string): Promise<boolean>;
}
