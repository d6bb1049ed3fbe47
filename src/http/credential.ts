import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from './api-error.ts';
import type { Credential } from './principal.ts';

// RFC 6750 token68, extended by the forms that clients are known to send.
const BEARER = /^Bearer ([A-Za-z0-9._~+/=-]{8,256})$/i;
const EMAIL = /^[^\s@,]{1,128}@[^\s@,]{1,128}$/;
const KEY = /^[A-Za-z0-9_-]{8,128}$/;

/** Reads the credential of a request. If both kinds are sent, the bearer token is used. */
export function readCredential(headers: IncomingHttpHeaders): Credential {
  const { authorization } = headers;
  if (authorization !== undefined) {
    const secret = BEARER.exec(authorization)?.[1];
    if (!secret) throw malformed(['invalidAuthorizationHeader']);
    return { kind: 'token', secret };
  }
  return readKeyPair(single(headers['x-auth-email']), single(headers['x-auth-key']));
}

function readKeyPair(email: string | undefined, key: string | undefined): Credential {
  if (email === undefined && key === undefined) throw new ApiError('missingCredentials');
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
