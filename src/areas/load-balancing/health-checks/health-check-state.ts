import type { ProbeResult } from '../../../outbound/probe/probe-check.ts';
import { nextOriginHealth, type Thresholds } from '../health/health-model.ts';

export const statuses = ['unknown', 'healthy', 'unhealthy', 'suspended'] as const;

export type Status = (typeof statuses)[number];

/** What the probes of a health check have found. */
export interface CheckState {
  /** Undefined until enough results in a row agree. */
  readonly healthy: boolean | undefined;
  /** Length of the current run of passed and of failed probes; one of the two is 0. */
  readonly passes: number;
  readonly failures: number;
  /** Of the last failed probe; empty if none has failed. */
  readonly failureReason: string;
}

export function statusOf(
  { suspended }: { readonly suspended?: boolean },
  state: Pick<CheckState, 'healthy'> | undefined,
): Status {
  return suspended ? 'suspended' : healthName(state?.healthy);
}

export function healthName(healthy: boolean | undefined): Exclude<Status, 'suspended'> {
  if (healthy === undefined) return 'unknown';
  return healthy ? 'healthy' : 'unhealthy';
}

export function nextState(
  before: CheckState,
  latest: ProbeResult,
  thresholds: Thresholds,
): CheckState {
  const known = { ...before, latest, averageMs: undefined, announcedMs: undefined };
  const { healthy, passes, failures } = nextOriginHealth(known, latest, thresholds);
  const failureReason = latest.healthy ? before.failureReason : latest.failureReason;
  return { healthy, passes, failures, failureReason };
}
