import type { Generated } from 'kysely';
import type { SecretColumns } from '../../../resources/document-store.ts';

/** Tables of stand-alone health checks. Columns for health hold 1, 0, or null while the health is unknown. */
export interface HealthCheckTables {
  health_checks: HealthCheckTable;
  health_check_probes: HealthCheckProbeTable;
  health_check_events: HealthCheckEventTable;
  health_check_previews: HealthCheckPreviewTable;
}

export interface HealthCheckTable extends SecretColumns {
  account_id: string;
  zone_id: string;
}

/** Health checks that are not suspended, with what their probes found. */
export interface HealthCheckProbeTable {
  health_check_id: string;
  /** Changes with every write of the health check. Results of an earlier revision are outdated. */
  revision: string;
  next_at: number;
  healthy: number | null;
  /** Length of the current run of passed and of failed probes. */
  passes: number;
  failures: number;
  /** Of the last failed probe; empty if none has failed. */
  failure_reason: string;
  /** The id of the alert that reported it as unhealthy; null while it is not. */
  incident_id: string | null;
}

/** A probe that changed the health. The name and the address are those of that time. */
export interface HealthCheckEventTable {
  seq: Generated<number>;
  zone_id: string;
  health_check_id: string;
  name: string;
  address: string;
  was_healthy: number | null;
  healthy: number;
  failure_reason: string;
  response_code: number | null;
  round_trip_ms: number;
  created_at: number;
}

/** Health checks that are probed once and are not stored otherwise. */
export interface HealthCheckPreviewTable {
  id: string;
  zone_id: string;
  document_json: string;
  secrets: string | null;
  /** Null until the probe has ended. */
  healthy: number | null;
  failure_reason: string;
  created_at: number;
}
