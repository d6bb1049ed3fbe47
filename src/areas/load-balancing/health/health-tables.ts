import type { Generated } from 'kysely';

/** Tables of health checks. Columns for health hold 1, 0, or null while the health is unknown. */
export interface HealthTables {
  pool_probes: PoolProbeTable;
  origin_health: OriginHealthTable;
  member_health: MemberHealthTable;
  health_events: HealthEventTable;
  health_event_origins: HealthEventOriginTable;
  health_incidents: HealthIncidentTable;
  health_previews: HealthPreviewTable;
}

/** Pools that are probed: enabled, with a monitor or a monitor group. */
export interface PoolProbeTable {
  pool_id: string;
  /** Digest of the pool and its checks. Results with another digest are outdated. */
  config: string;
  healthy: number | null;
  next_at: number;
}

/** Health of the enabled origins of probed pools, from their first probe on. */
export interface OriginHealthTable {
  pool_id: string;
  origin_key: string;
  healthy: number | null;
  /** Length of the current run of passed and of failed probes. */
  passes: number;
  failures: number;
  failure_reason: string;
  response_code: number | null;
  round_trip_ms: number;
  average_ms: number | null;
  /** The average that was announced to the edge last. */
  told_ms: number | null;
}

/** The results of each monitor of a group for the origins of a pool. */
export interface MemberHealthTable {
  pool_id: string;
  monitor_id: string;
  /** Digest of the pool and its checks at the last round. */
  config: string;
  next_at: number;
  /** By `originKey`. */
  origins_json: string;
}

/** A round of probes that changed the health of a pool or of its origins. */
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

/** The origins whose health changed. */
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

/** Stands for the pool as a whole in the column `origin_key`. No origin has this key. */
export const POOL_INCIDENT = '';

/** Pools and origins that are unhealthy. */
export interface HealthIncidentTable {
  pool_id: string;
  origin_key: string;
  /** The id of the alert that started it. */
  incident_id: string;
}

/** Pools that are probed once, with a monitor that is not stored. */
export interface HealthPreviewTable {
  id: string;
  account_id: string;
  /** The document of the monitor. */
  monitor_json: string;
  /** Names of the pools, by id. */
  pools_json: string;
  /** Results so far, by pool. */
  results_json: string;
  created_at: number;
}

export function toFlag(healthy: boolean | undefined): number | null {
  return healthy === undefined ? null : Number(healthy);
}

export function fromFlag(flag: number | null): boolean | undefined {
  return flag === null ? undefined : flag === 1;
}
