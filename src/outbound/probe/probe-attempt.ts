import type { FailureReason } from './failure-reason.ts';

/** The progress of an attempt: shows what a time-out means, and stores the response code. */
export interface ProbeAttempt {
  phase: 'connect' | 'tls' | 'http';
  responseCode: number | undefined;
  /** Aborts on time-out and when the caller aborts. */
  readonly signal: AbortSignal;
}

export const timeoutReasons: Readonly<Record<ProbeAttempt['phase'], FailureReason>> = {
  connect: 'TCP Timeout',
  tls: 'TLS Handshake Failure',
  http: 'HTTP timeout occurred',
};
