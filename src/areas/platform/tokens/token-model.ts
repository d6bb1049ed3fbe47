import { inAnyCidr, parseCidr } from '../../../kernel/ip.ts';

/** A credential with chosen rights, owned by a user or by an account. */
export interface Token {
  readonly id: string;
  readonly owner: TokenOwner;
  readonly name: string;
  /** Independent of expiry, which follows from `expiresOn`. */
  readonly disabled: boolean;
  readonly secretHash: string;
  readonly policies: readonly TokenPolicy[];
  /** Stored verbatim, so that responses show the value that was sent. */
  readonly condition: TokenCondition | null;
  readonly notBefore: number | null;
  readonly expiresOn: number | null;
  readonly issuedAt: number;
  readonly modifiedAt: number;
  readonly lastUsedAt: number | null;
  readonly managedBy: 'settings' | null;
}

export interface TokenOwner {
  readonly type: 'user' | 'account';
  readonly id: string;
}

export interface TokenPolicy {
  readonly id: string;
  readonly effect: 'allow' | 'deny';
  readonly resources: TokenResources;
  readonly permissionGroupIds: readonly string[];
}

/** Maps resource names to `*`, or an account to the zones in it. */
export type TokenResources = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

export interface AddressCondition {
  readonly in?: readonly string[];
  readonly not_in?: readonly string[];
}

/** `request.ip` is the older spelling of `request_ip`. */
export interface TokenCondition {
  readonly request_ip?: AddressCondition;
  readonly 'request.ip'?: AddressCondition;
}

export type TokenStatus = 'active' | 'disabled' | 'expired';

export function tokenStatus(token: Token, now: number): TokenStatus {
  if (token.expiresOn !== null && token.expiresOn <= now) return 'expired';
  return token.disabled ? 'disabled' : 'active';
}

/** Why a token must not be used now or from this address; undefined if it may be used. */
export function refusalOf(token: Token, now: number, address: string): string | undefined {
  const status = tokenStatus(token, now);
  if (status !== 'active') return `the token is ${status}`;
  if (token.notBefore !== null && token.notBefore > now) return 'the token is not valid yet';
  if (!addressAllowed(token.condition, address))
    return 'the token may not be used from this address';
  return undefined;
}

function addressAllowed(condition: TokenCondition | null, address: string): boolean {
  return addressConditions(condition).every((rule) => {
    const allowed = rule.in ?? [];
    const denied = rule.not_in ?? [];
    return (
      (allowed.length === 0 || inAnyCidr(cidrs(allowed), address)) &&
      !inAnyCidr(cidrs(denied), address)
    );
  });
}

export function addressConditions(condition: TokenCondition | null): AddressCondition[] {
  const rules = [condition?.request_ip, condition?.['request.ip']];
  return rules.filter((rule) => rule !== undefined);
}

function cidrs(texts: readonly string[]) {
  return texts.map(parseCidr).filter((cidr) => cidr !== undefined);
}
