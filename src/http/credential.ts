import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from './api-error.ts';
import type { Credential } from './principal.ts';
import { readSessionCookie } from './session-cookie.ts';

// RFC 6750 token68, extended by the forms that clients are known to send.
const BEARER = /^Bearer ([A-Za-z0-9._~+/=-]{8,256})$/i;
const EMAIL = /^[^\s@,]{1,128}@[^\s@,]{1,128}$/;
const KEY = /^[A-Za-z0-9_-]{8,128}$/;

/** The credential of a request: a token, or else a key, or else a session. */
export function readCredential(headers: IncomingHttpHeaders): Credential {
  const credential = readSentCredential(headers) ?? readSession(headers);
  if (!credential) throw new ApiError('missingCredentials');
  return credential;
}

/** The same without sessions, which browsers send by themselves. */
export function readSentCredential(headers: IncomingHttpHeaders): Credential | undefined {
  const { authorization } = headers;
  if (authorization !== undefined) {
    const secret = BEARER.exec(authorization)?.[1];
    if (!secret) throw malformed(['invalidAuthorizationHeader']);
    return { kind: 'token', secret };
  }
  const email = single(headers['x-auth-email']);
  const key = single(headers['x-auth-key']);
  if (email === undefined && key === undefined) return undefined;
  return readKeyPair(email, key);
}

function readSession(headers: IncomingHttpHeaders): Credential | undefined {
  const secret = readSessionCookie(headers);
  return secret === undefined ? undefined : { kind: 'session', secret };
}

function readKeyPair(email: string | undefined, key: string | undefined): Credential {
  const wrong: HeaderFault[] = [];
  if (email === undefined || !EMAIL.test(email)) wrong.push('invalidEmailHeader');
  if (key === undefined || !KEY.test(key)) wrong.push('invalidKeyHeader');
  if (email === undefined || key === undefined || wrong.length > 0) throw malformed(wrong);
  return { kind: 'key', email, key };
}

type HeaderFault = 'invalidEmailHeader' | 'invalidKeyHeader' | 'invalidAuthorizationHeader';

function malformed(faults: readonly HeaderFault[]): ApiError {
  return new ApiError('invalidHeaders', {}, { chain: faults.map((fault) => new ApiError(fault)) });
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value;
}
