import type { IncomingHttpHeaders } from 'node:http';
import { type Capability, groupNameFor, scopeOf } from '../catalogs/permissions.ts';
import { addressBlock } from '../kernel/ip.ts';
import { ApiError } from './api-error.ts';
import { readCredential } from './credential.ts';
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
  /** Per owner of the credential. */
  readonly ownerLimit: RateLimiter;
  /** Per client address, counted before anything is verified. */
  readonly addressLimit: RateLimiter;
}

/** Called with each rate limit that a request is counted against. The headers of the response show the last one. */
export type OnRate = (rate: Rate) => void;

/** The part of a request that identifies the caller. */
export interface Caller {
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
}

/** Checks, in this order: rate limit of the address, credential, rate limit of the owner, permissions. */
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
    this.countAddress(ip, onRate);
    const principal = await this.#identify(route, readCredential(headers), ip);
    // A self-service route verifies the token itself, so the owner is not known yet and the address is used instead.
    onRate(this.#options.ownerLimit.take(principal.rateKey || ip));
    const { access } = route;
    if (access.kind === 'installation') requireInstallationAdmin(principal, access.what);
    if (access.kind === 'capability') await this.#authorize(access, principal, params);
    return principal;
  }

  /** Counts a request against the rate limit of its address. Requests without a route get only this check. */
  countAddress(ip: string, onRate: OnRate): void {
    onRate(this.#options.addressLimit.take(addressBlock(ip)));
  }

  /** For callers that are authorised by a secret in the path, so that only their address is known. */
  countAnonymous(ip: string, onRate: OnRate): void {
    this.countAddress(ip, onRate);
    onRate(this.#options.ownerLimit.take(ip));
  }

  async #identify(route: Route, credential: Credential, address: string): Promise<Principal> {
    const { verifier, failures } = this.#options;
    const block = addressBlock(address);
    failures.check(block, credential);
    const verification = await verifier.verify(credential, address);
    if (verification.outcome === 'accepted') {
      failures.recordSuccess(block, credential);
      return verification.principal;
    }
    if (verification.outcome === 'unknown') failures.recordFailure(block);
    if (route.access.kind === 'self-service') {
      if (verification.outcome === 'unknown') throw new ApiError('invalidApiToken');
      return anonymous;
    }
    if (credential.kind === 'key') throw new ApiError('unknownKeyPair');
    const reason =
      verification.outcome === 'unknown' ? 'the token is not known' : verification.reason;
    throw new ApiError(route.service === 'core' ? 'invalidAccessToken' : 'authenticationFailed', {
      reason,
    });
  }

  async #authorize(
    { capability: usual, others = [], named }: Extract<Access, { kind: 'capability' }>,
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
      if (exists && principal.knows(resource)) throw permissionMissing(capability, resource);
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
