import type { EdgeProblem } from '../error-page.ts';

/** What the codes of Node, OpenSSL and the HTTP client mean to a visitor. */
const problems: Readonly<Record<string, EdgeProblem>> = {
  ECONNREFUSED: 'originRefused',
  UND_ERR_CONNECT_TIMEOUT: 'originConnectTimeout',
  ETIMEDOUT: 'originConnectTimeout',
  ENOTFOUND: 'originUnreachable',
  EAI_AGAIN: 'originUnreachable',
  EHOSTUNREACH: 'originUnreachable',
  ENETUNREACH: 'originUnreachable',
  /** The HTTP client does not send such a request at all. */
  UND_ERR_INVALID_ARG: 'badRequest',
  ORIGIN_SILENT: 'originTimeout',
  UND_ERR_HEADERS_TIMEOUT: 'originTimeout',
  EPROTO: 'originTlsFailed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'originCertificate',
  CERT_HAS_EXPIRED: 'originCertificate',
  CERT_NOT_YET_VALID: 'originCertificate',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'originCertificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'originCertificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'originCertificate',
  UNABLE_TO_GET_ISSUER_CERT: 'originCertificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'originCertificate',
};

/** Certificates and names depend on what the visitor asked for; a visitor must not be able to take an origin out. */
const notTheOrigin = new Set<EdgeProblem>(['badRequest', 'originCertificate', 'originTlsFailed']);

/** Whether a connection that did not come about says that the origin is down, for everybody. */
export const saysOriginIsDown = (problem: EdgeProblem): boolean => !notTheOrigin.has(problem);

export function problemOf(error: Error): EdgeProblem {
  // A name with several addresses fails with all their errors at once.
  const first = error instanceof AggregateError ? (error.errors[0] as Error) : error;
  const code = (first as NodeJS.ErrnoException).code ?? '';
  return problems[code] ?? (code.startsWith('ERR_SSL_') ? 'originTlsFailed' : 'originBroken');
}
