import type { Capability } from '../catalogs/permissions.ts';
import type { Actor } from '../contracts/actor.ts';

/** What a capability is asked on. A zone is named with its account, since rights on the account may cover it. */
export type Resource =
  | { readonly type: 'zone'; readonly zoneId: string; readonly accountId: string }
  | { readonly type: 'account'; readonly accountId: string }
  | { readonly type: 'user'; readonly userId: string };

/** The zones or accounts on which a capability is held, for filtering lists: where allowed, less where denied. */
export interface Reach {
  readonly allow: readonly Place[];
  readonly deny: readonly Place[];
}

/** One zone, all zones of an account, or everything; `*` stands for any id. */
export interface Place {
  readonly accountId: string;
  readonly zoneId: string;
}

/** Somebody who has proved who they are. */
export interface Principal {
  readonly actor: Actor;
  /** Requests of all credentials with the same key count together against the rate limit. */
  readonly rateKey: string;
  readonly token: { readonly id: string } | undefined;
  /** Undefined for tokens that belong to an account. */
  readonly userId: string | undefined;
  allows(capability: Capability, resource: Resource): boolean;
  /** True when the capability is given on anything at all; says nothing of denials. */
  allowsSomewhere(capability: Capability): boolean;
  reach(capability: Capability): Reach;
  /** True when any right is held on the resource: then its existence is no secret. */
  knows(resource: Resource): boolean;
}

/** Holds no right at all: stands in where a route looks at the credential itself. */
export const nobody: Principal = {
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
  | { readonly kind: 'key'; readonly email: string; readonly key: string };

export type Verification =
  | { readonly outcome: 'accepted'; readonly principal: Principal }
  /** Unknown to us: counts as a failed attempt. */
  | { readonly outcome: 'unknown' }
  /** Known, but not to be used now or from there. */
  | { readonly outcome: 'refused'; readonly reason: string };

/** What the guard asks of the platform area. */
export interface Verifier {
  verify(credential: Credential, clientAddress: string): Promise<Verification>;
  /** The account a zone belongs to; undefined when there is no such zone. */
  accountOfZone(zoneId: string): Promise<string | undefined>;
  accountExists(accountId: string): Promise<boolean>;
}
