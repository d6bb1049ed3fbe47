import type { FailureReason } from './failure-reason.ts';

/** How far an attempt has come: tells what a time-out means, and keeps the code once there is one. */
export interface ProbeAttempt {
  phase: 'connect' | 'tls' | 'http';
  responseCode: number | undefined;
  /** Aborts on time-out and when the caller gives up. */
  readonly signal: AbortSignal;
}

export const timeoutReasons: Readonly<Record<ProbeAttempt['phase'], FailureReason>> = {
  connect: 'TCP Timeout',
  tls: 'TLS Handshake Failure',
  http: 'HTTP timeout occurred',
};
