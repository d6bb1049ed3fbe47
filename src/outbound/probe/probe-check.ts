import type { OutboundMethod } from '../outbound-client.ts';
import type { FailureReason } from './failure-reason.ts';

/** The origin to probe. */
export interface ProbeTarget {
  /** Host name or IP address, without brackets. */
  readonly address: string;
  readonly port: number;
}

export type ProbeCheck = HttpCheck | OtherCheck;

interface AttemptLimits {
  /** For one attempt, from the name resolution to the last byte that is read. */
  readonly timeoutMs: number;
  /** Immediate further attempts after one that timed out. */
  readonly retries: number;
}

/**
 * `tcp`: a connection is accepted. `smtp`: the server greets. `icmp_ping`: the host replies to an echo request. `udp_icmp`: it
 * does, and reports no closed port.
 */
export interface OtherCheck extends AttemptLimits {
  readonly kind: 'tcp' | 'smtp' | 'icmp_ping' | 'udp_icmp';
}

export interface HttpCheck extends AttemptLimits {
  readonly kind: 'http' | 'https';
  readonly method: OutboundMethod;
  readonly path: string;
  /** A `Host` header replaces the host of the request and is the name that the certificate must have. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  /** Ranges of status codes, both ends included. */
  readonly expectedCodes: readonly { readonly from: number; readonly to: number }[];
  /** Text that the first 10 KB of the body must contain, ignoring case; empty for any body. */
  readonly expectedBody: string;
  readonly followRedirects: boolean;
  /** Accept any certificate. */
  readonly allowInsecure: boolean;
}

export interface ProbeResult {
  readonly healthy: boolean;
  readonly failureReason: FailureReason;
  /** Undefined if there was no response, or none with a code. */
  readonly responseCode: number | undefined;
  /** How long the last attempt took. */
  readonly roundTripMs: number;
}
