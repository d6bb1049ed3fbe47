import type { FailureReason } from './failure-reason.ts';

/** The progress of an attempt: the phase determines the reason of a timeout. */
export interface ProbeAttempt {
  phase: 'connect' | 'tls' | 'http' | 'smtp' | 'icmp';
  responseCode: number | undefined;
  /** Aborts on time-out and when the caller aborts. */
  readonly signal: AbortSignal;
}

export const timeoutReasons: Readonly<Record<ProbeAttempt['phase'], FailureReason>> = {
  connect: 'TCP Timeout',
  tls: 'TLS Handshake Failure',
  http: 'HTTP timeout occurred',
  smtp: 'SMTP timeout occurred',
  icmp: 'ICMP timeout occurred',
};
