import type { OutboundMethod } from '../outbound-client.ts';
import type { FailureReason } from './failure-reason.ts';

/** Where to look. */
export interface ProbeTarget {
  /** Host name or IP address, without brackets. */
  readonly address: string;
  readonly port: number;
}

export type ProbeCheck = TcpCheck | HttpCheck;

interface Patience {
  /** For one attempt, from the name lookup to the last byte that is looked at. */
  readonly timeoutMs: number;
  /** Further attempts, at once, after one that timed out. */
  readonly retries: number;
}

/** Healthy when a connection is accepted. */
export interface TcpCheck extends Patience {
  readonly kind: 'tcp';
}

export interface HttpCheck extends Patience {
  readonly kind: 'http' | 'https';
  readonly method: OutboundMethod;
  readonly path: string;
  /** A `Host` among them is what is asked for, and the name that the certificate must carry. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  /** Status codes from one to another, both included. */
  readonly expectedCodes: readonly { readonly from: number; readonly to: number }[];
  /** Text that the first 10 KB of the body must contain, in whichever case; empty for any body. */
  readonly expectedBody: string;
  readonly followRedirects: boolean;
  /** Accept any certificate. */
  readonly allowInsecure: boolean;
}

export interface ProbeResult {
  readonly healthy: boolean;
  readonly failureReason: FailureReason;
  /** Undefined when there was no answer, or none with a code. */
  readonly responseCode: number | undefined;
  /** How long the last attempt took. */
  readonly roundTripMs: number;
}
