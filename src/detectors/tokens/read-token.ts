import { toByteString } from '../../expression/expression.ts';
import { jsonValue } from '../../kernel/json-value.ts';

/** A parsed, unverified JSON Web Token (RFC 7519, in the compact form of RFC 7515). */
export interface SentToken {
  readonly text: string;
  readonly alg: string;
  /** Undefined if the token names no key, which is required here. */
  readonly kid: string | undefined;
  /** Whether the token has the header `crit`; no extension is supported (RFC 7515, section 4.1.11). */
  readonly hasCritical: boolean;
  readonly claims: TokenClaims;
}

/** The claims that rules can use, and the times. Claims of a non-standard type are left out. */
export interface TokenClaims {
  readonly aud?: readonly string[];
  readonly iss?: readonly string[];
  readonly jti?: readonly string[];
  readonly sub?: readonly string[];
  readonly 'iat.sec'?: readonly number[];
  readonly 'nbf.sec'?: readonly number[];
  /** Seconds since 1970; NaN for an invalid time, so that every comparison with it is false. */
  readonly validFrom: number;
  readonly validUntil: number;
}

export type ClaimName = Exclude<keyof TokenClaims, 'validFrom' | 'validUntil'>;

/** Longer texts are refused: tokens must fit into the headers. */
export const LONGEST_TOKEN = 8192;

const BEARER = /^bearer +/i;
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** The token in a header or cookie, also after `Bearer`; undefined if it is not well-formed. */
export function readToken(value: string): SentToken | undefined {
  if (value.length > LONGEST_TOKEN) return undefined;
  const text = value.replace(BEARER, '').trim();
  if (!COMPACT.test(text)) return undefined;
  const [head = '', body = ''] = text.split('.', 2);
  const header = objectIn(head);
  const claims = header && objectIn(body);
  if (!header || !claims || typeof header['alg'] !== 'string') return undefined;
  const { alg, kid } = header;
  return {
    text,
    alg,
    kid: typeof kid === 'string' ? kid : undefined,
    hasCritical: 'crit' in header,
    claims: claimsOf(claims),
  };
}

function objectIn(base64url: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = jsonValue(Buffer.from(base64url, 'base64url').toString());
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function claimsOf(claims: Record<string, unknown>): TokenClaims {
  const { aud, iss, jti, sub, iat, nbf, exp } = claims;
  const found = {
    aud: textsOf(aud),
    iss: textsOf([iss]),
    jti: textsOf([jti]),
    sub: textsOf([sub]),
    'iat.sec': secondsOf(iat),
    'nbf.sec': secondsOf(nbf),
  };
  const present = Object.entries(found).filter(([, values]) => values.length > 0);
  return {
    ...Object.fromEntries(present),
    validFrom: timeOf(nbf, Number.NEGATIVE_INFINITY),
    validUntil: timeOf(exp, Number.POSITIVE_INFINITY),
  };
}

/** `aud` is a text or a list of texts. */
function textsOf(claim: unknown): string[] {
  const values: unknown[] = Array.isArray(claim) ? claim : [claim];
  return values.filter((value) => typeof value === 'string').map(toByteString);
}

function secondsOf(claim: unknown): number[] {
  const seconds = typeof claim === 'number' ? Math.floor(claim) : Number.NaN;
  return Number.isSafeInteger(seconds) ? [seconds] : [];
}

function timeOf(claim: unknown, byDefault: number): number {
  if (claim === undefined) return byDefault;
  return typeof claim === 'number' ? claim : Number.NaN;
}
