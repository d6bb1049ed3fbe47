import { WireError, type WireFault } from '../../transport/http1/wire-error.ts';
import type { EdgeProblem } from '../error-page.ts';

/** The error page for each error code of Node, OpenSSL and the transport. */
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
  /** A header field that cannot be sent: the request is invalid. */
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

/** The error page for each limit of a response that the origin can exceed. */
const exceededLimits: Partial<Record<WireFault, EdgeProblem>> = {
  'head-too-long': 'originHeadTooLong',
  'too-many-fields': 'originHeadersTooMany',
};

/**
 * Problems that do not eject an origin, because visitors can cause them: TLS errors depend on the requested name, and
 * many requests fill the queue.
 */
const notEjecting = new Set<EdgeProblem>([
  'badRequest',
  'originBusy',
  'originCertificate',
  'originTlsFailed',
]);

/** Whether a failed connection means that the origin is down for all visitors. */
export const meansOriginIsDown = (problem: EdgeProblem): boolean => !notEjecting.has(problem);

export function problemOf(error: Error): EdgeProblem {
  // If a name has several addresses, the error contains one error per address.
  const first = error instanceof AggregateError ? (error.errors[0] as Error) : error;
  if (first instanceof WireError) return exceededLimits[first.fault] ?? 'originBroken';
  const code = (first as NodeJS.ErrnoException).code ?? '';
  return problems[code] ?? (code.startsWith('ERR_SSL_') ? 'originTlsFailed' : 'originBroken');
}
