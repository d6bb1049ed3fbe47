import { PalisadeError } from '../kernel/palisade-error.ts';

/** Why an outgoing request was refused or failed. Stable: callers and tests decide by these. */
export const outboundErrorCodes = [
  'invalid_url',
  'invalid_request',
  'address_refused',
  'tls_required',
  'port_refused',
  'downgrade_refused',
  'name_not_found',
  'connect_failed',
  'tls_failed',
  'connection_lost',
  'timeout',
  'aborted',
  'too_many_redirects',
  'headers_too_large',
  'response_too_large',
  'bad_response',
  'busy',
  'closed',
] as const;

export type OutboundErrorCode = (typeof outboundErrorCodes)[number];

/** Codes that mean "this target is not allowed": trying again changes nothing until somebody acts. */
const refusals: ReadonlySet<OutboundErrorCode> = new Set([
  'invalid_url',
  'invalid_request',
  'address_refused',
  'tls_required',
  'port_refused',
  'downgrade_refused',
]);

/**
 * Its message is safe to show to whoever configured the target: it names the origin at most, never
 * user info, path, query or header values (all of which may hold secrets), and never says which
 * address a name resolved to. There is no `cause` for the same reason.
 */
export class OutboundError extends PalisadeError {
  declare readonly code: OutboundErrorCode;

  constructor(code: OutboundErrorCode, message: string) {
    super(code, message);
  }

  /** True when the target itself is forbidden or malformed, rather than down. */
  get refused(): boolean {
    return refusals.has(this.code);
  }
}
