import type { EdgeProblem } from '../error-page.ts';

/** What the codes of Node, OpenSSL and the transport mean to a visitor. */
const problems: Readonly<Record<string, EdgeProblem>> = {
  ECONNREFUSED: 'originRefused',
  ORIGIN_CONNECT_TIMEOUT: 'originConnectTimeout',
  ORIGIN_BUSY: 'originBusy',
  ORIGIN_CLOSED: 'originUnreachable',
  ETIMEDOUT: 'originConnectTimeout',
  ENOTFOUND: 'originUnreachable',
  EAI_AGAIN: 'originUnreachable',
  EHOSTUNREACH: 'originUnreachable',
  ENETUNREACH: 'originUnreachable',
  /** A field that cannot be sent: the request is at fault. */
  BAD_FIELD: 'badRequest',
  VISITOR_BODY: 'badRequest',
  ORIGIN_TIMEOUT: 'originTimeout',
  EPROTO: 'originTlsFailed',
  ORIGIN_TLS_ENDED: 'originTlsFailed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'originCertificate',
  CERT_HAS_EXPIRED: 'originCertificate',
  CERT_NOT_YET_VALID: 'originCertificate',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'originCertificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'originCertificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'originCertificate',
  UNABLE_TO_GET_ISSUER_CERT: 'originCertificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'originCertificate',
};

/**
 * Certificates and names depend on what the visitor asked for, and how many requests wait on all visitors together: a
 * visitor must not be able to take an origin out.
 */
const notTheOrigin = new Set<EdgeProblem>([
  'badRequest',
  'originBusy',
  'originCertificate',
  'originTlsFailed',
]);

/** Whether a connection that did not come about says that the origin is down, for everybody. */
export const saysOriginIsDown = (problem: EdgeProblem): boolean => !notTheOrigin.has(problem);

export function problemOf(error: Error): EdgeProblem {
  // A name with several addresses fails with all their errors at once.
  const first = error instanceof AggregateError ? (error.errors[0] as Error) : error;
  const code = (first as NodeJS.ErrnoException).code ?? '';
  return problems[code] ?? (code.startsWith('ERR_SSL_') ? 'originTlsFailed' : 'originBroken');
}
