import type { Generated } from 'kysely';

/** Tables of health checks. Whether something is healthy is 1, 0, or null while it is not known. */
export interface HealthTables {
  pool_probes: PoolProbeTable;
  origin_health: OriginHealthTable;
  health_events: HealthEventTable;
  health_event_origins: HealthEventOriginTable;
  health_incidents: HealthIncidentTable;
  health_previews: HealthPreviewTable;
}

/** The pools that are probed: enabled ones with a monitor. */
export interface PoolProbeTable {
  pool_id: string;
  /** Changes with every change of the pool or its monitor. */
  config: string;
  healthy: number | null;
  next_at: number;
}

/** Enabled origins of probed pools, once they were probed. */
export interface OriginHealthTable {
  pool_id: string;
  origin_key: string;
  healthy: number | null;
  /** Latest results in a row that passed, and that failed. */
  passes: number;
  failures: number;
  failure_reason: string;
  response_code: number | null;
  round_trip_ms: number;
  average_ms: number | null;
  /** The average that was announced last. */
  told_ms: number | null;
}

/** A round of probes after which the health of a pool or of its origins was another. */
export interface HealthEventTable {
  seq: Generated<number>;
  account_id: string;
  pool_id: string;
  pool_name: string;
  minimum_origins: number;
  was_healthy: number | null;
  healthy: number | null;
  created_at: number;
}

/** The origins whose health was another. */
export interface HealthEventOriginTable {
  event_seq: number;
  position: number;
  name: string;
  address: string;
  was_healthy: number | null;
  healthy: number | null;
  failure_reason: string;
  response_code: number | null;
  round_trip_ms: number;
}

/** The `origin_key` of an incident of a pool as a whole; no origin has it. */
export const POOL_INCIDENT = '';

/** Pools and origins that are unhealthy. */
export interface HealthIncidentTable {
  pool_id: string;
  origin_key: string;
  /** The id of the alert that started it. */
  incident_id: string;
}

/** Pools that are, or were, probed once with a monitor that is not stored. */
export interface HealthPreviewTable {
  id: string;
  account_id: string;
  /** The monitor's document. */
  monitor_json: string;
  /** Names by id. */
  pools_json: string;
  /** What is known so far, by pool. */
  results_json: string;
  created_at: number;
}

export function toFlag(healthy: boolean | undefined): number | null {
  return healthy === undefined ? null : Number(healthy);
}

export function fromFlag(flag: number | null): boolean | undefined {
  return flag === null ? undefined : flag === 1;
}
