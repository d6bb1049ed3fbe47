import type { IncomingHttpHeaders } from 'node:http';
import { type Capability, groupNameFor, scopeOf } from '../catalogs/permissions.ts';
import { addressBlock } from '../kernel/ip.ts';
import { ApiError } from './api-error.ts';
import { readCredential, readSentCredential } from './credential.ts';
import type { FailureThrottle } from './failure-throttle.ts';
import {
  anonymous,
  type Credential,
  type Principal,
  type Resource,
  type Verifier,
} from './principal.ts';
import type { Rate, RateLimiter } from './rate-limiter.ts';
import type { Access, Route } from './route.ts';

export interface GuardOptions {
  readonly verifier: Verifier;
  readonly failures: FailureThrottle;
  /** Per valid credential. */
  readonly credentialLimit: RateLimiter;
  /** Per client address, for requests without a valid credential. */
  readonly addressLimit: RateLimiter;
}

/** Called with each rate limit that a request is counted against. The headers of the response show the last one. */
export type OnRate = (rate: Rate) => void;

/** The part of a request that identifies the caller. */
export interface Caller {
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
}

/**
 * Checks the credential, its rate limit, and permissions. Only requests without a valid credential count against their
 * address: clients that share an address, as behind a proxy, cannot lock each other out.
 */
export class Guard {
  readonly #options: GuardOptions;

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  /** Throws an ApiError unless the request is allowed. */
  async admit(
    route: Route,
    { headers, ip }: Caller,
    params: Readonly<Record<string, string | undefined>>,
    onRate: OnRate,
  ): Promise<Principal> {
    const principal = await this.#identify(route, { headers, ip }, onRate);
    const { access } = route;
    if (access.kind === 'installation') requireInstallationAdmin(principal, access.what);
    if (access.kind === 'capability') await this.#authorize(access, principal, params);
    return principal;
  }

  /** Counts a request without a valid credential against the rate limit of its address. */
  countAddress(ip: string, onRate: OnRate): void {
    onRate(this.#options.addressLimit.take(addressBlock(ip)));
  }

  async #identify(route: Route, caller: Caller, onRate: OnRate): Promise<Principal> {
    const { verifier, failures, credentialLimit } = this.#options;
    const { ip } = caller;
    const credential = this.#credentialOf(route, caller, onRate);
    if (!credential) return anonymous;
    const verification = await verifier.verify(credential, ip);
    if (verification.outcome === 'accepted') {
      onRate(credentialLimit.take(verification.principal.rateKey));
      return verification.principal;
    }
    this.countAddress(ip, onRate);
    if (verification.outcome === 'unknown') failures.count(addressBlock(ip));
    const reason =
      verification.outcome === 'unknown'
        ? `the ${credential.kind} is not known`
        : verification.reason;
    if (credential.kind === 'session') throw new ApiError('sessionEnded', { reason });
    if (route.access.kind === 'self-service') {
      if (verification.outcome === 'unknown') throw new ApiError('invalidApiToken');
      return anonymous;
    }
    if (credential.kind === 'key') throw new ApiError('unknownKeyPair');
    throw new ApiError(route.service === 'core' ? 'invalidAccessToken' : 'authenticationFailed', {
      reason,
    });
  }

  /** Undefined if there is none, and the route needs none. */
  #credentialOf(
    { access }: Route,
    { headers, ip }: Caller,
    onRate: OnRate,
  ): Credential | undefined {
    const needsNone = access.kind === 'self-service' && access.withoutCredential;
    try {
      const credential = needsNone ? readSentCredential(headers) : readCredential(headers);
      if (!credential) this.countAddress(ip, onRate);
      return credential;
    } catch (error) {
      this.countAddress(ip, onRate);
      throw error;
    }
  }

  async #authorize(
    { capability: usual, others = [], named, forDeleted }: Extract<Access, { kind: 'capability' }>,
    principal: Principal,
    params: Readonly<Record<string, string | undefined>>,
  ): Promise<void> {
    const enough = [usual, ...others];
    const capability = named?.(params) ?? usual;
    const allows = (resource: Resource) => enough.some((each) => principal.allows(each, resource));
    const { zone_id: zoneId, account_id: accountId } = params;
    if (zoneId !== undefined) {
      const owner = await this.#options.verifier.accountOfZone(zoneId);
      const resource = owner && ({ type: 'zone', zoneId, accountId: owner } as const);
      if (resource && allows(resource)) return;
      if (resource && principal.knows(resource)) throw permissionMissing(capability, resource);
      if (enough.some((each) => seesAllZones(principal, each))) throw new ApiError('zoneNotFound');
      throw new ApiError('invalidZone', { permission: groupNameFor(capability) });
    }
    if (accountId !== undefined) {
      const resource = { type: 'account', accountId } as const;
      const exists = await this.#options.verifier.accountExists(accountId);
      if (exists && allows(resource)) return;
      if (exists && (await this.#reachesZoneOf(principal, capability, accountId))) return;
      if (exists && principal.knows(resource)) {
        throw permissionMissing(capability, ownerOf(capability, accountId));
      }
      if (forDeleted && isInstallationAdmin(principal)) {
        if (await this.#options.verifier.accountWasDeleted(accountId)) return;
      }
      throw new ApiError('invalidAccount', { permission: groupNameFor(capability) });
    }
    const { userId } = principal;
    if (scopeOf(capability) === 'user' && userId !== undefined) {
      return requireCapability(principal, capability, { type: 'user', userId });
    }
    // If neither the path nor the credential names the resource, the handler restricts the result.
    if (!enough.some((each) => principal.allowsSomewhere(each))) {
      const permission = groupNameFor(capability);
      throw new ApiError('permissionMissing', { permission, scope: 'on any resource' });
    }
  }

  /**
   * Whether a capability of zones is granted on any zone of the account. The path names none, so the handler finds the zone and checks
   * the capability on it.
   */
  async #reachesZoneOf(
    principal: Principal,
    capability: Capability,
    accountId: string,
  ): Promise<boolean> {
    if (scopeOf(capability) !== 'zone') return false;
    for (const scope of principal.reach(capability).allow) {
      const { zoneId } = scope;
      const owner =
        zoneId === '*' ? scope.accountId : await this.#options.verifier.accountOfZone(zoneId);
      if (owner === '*' || owner === accountId) return true;
    }
    return false;
  }
}

/**
 * A caller that may see every zone of an account gets "not found" for a missing zone. A zone of another account gets the same
 * response, so its existence is not revealed.
 */
function seesAllZones(principal: Principal, capability: Capability): boolean {
  const { allow, deny } = principal.reach(capability);
  return deny.length === 0 && allow.some(({ zoneId }) => zoneId === '*');
}

export function isInstallationAdmin(principal: Principal): boolean {
  const { userId } = principal;
  return userId !== undefined && principal.allows('installation:write', { type: 'user', userId });
}

/** For actions on the whole installation: its accounts and the plans of its zones. */
export function requireInstallationAdmin(principal: Principal, what: string): void {
  if (isInstallationAdmin(principal)) return;
  throw new ApiError('tenantAdminOnly', { what, permission: groupNameFor('installation:write') });
}

/** For services that get the resource of a call from the body. */
export function requireCapability(
  principal: Principal,
  capability: Capability,
  resource: Resource,
): void {
  if (!principal.allows(capability, resource)) throw permissionMissing(capability, resource);
}

/** What lacks the capability: an account, or its zones. */
function ownerOf(capability: Capability, accountId: string): Resource {
  return scopeOf(capability) === 'zone'
    ? { type: 'zone', zoneId: '', accountId }
    : { type: 'account', accountId };
}

function permissionMissing(capability: Capability, resource: Resource): ApiError {
  return new ApiError('permissionMissing', {
    permission: groupNameFor(capability),
    scope: describeScope(resource),
  });
}

function describeScope(resource: Resource): string {
  switch (resource.type) {
    case 'zone':
      return resource.zoneId === ''
        ? `on the zones of account ${resource.accountId}`
        : `on zone ${resource.zoneId}`;
    case 'account':
      return `on account ${resource.accountId}`;
    case 'user':
      return `on user ${resource.userId}`;
  }
}
