import { PalisadeError } from '../kernel/palisade-error.ts';

/** Why an outgoing request was refused or failed. Stable: callers and tests depend on them. */
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

/** Codes for targets that are not allowed. A retry fails again until the configuration is changed. */
const refusals: ReadonlySet<OutboundErrorCode> = new Set([
  'invalid_url',
  'invalid_request',
  'address_refused',
  'tls_required',
  'port_refused',
  'downgrade_refused',
]);

/**
 * The message is safe to show to the person who configured the target. It names at most the origin, never user
 * info, path, query or header values, which may contain secrets, and never the address that a name resolved
 * to. There is no `cause` for the same reason.
 */
export class OutboundError extends PalisadeError {
  declare readonly code: OutboundErrorCode;

  constructor(code: OutboundErrorCode, message: string) {
    super(code, message);
  }

  /** True if the target is forbidden or malformed, not just unreachable. */
  get refused(): boolean {
    return refusals.has(this.code);
  }
}
