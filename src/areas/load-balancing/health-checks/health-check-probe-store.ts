import { dueBounds } from '../health/due-time.ts';
import { toFlag } from '../health/health-tables.ts';
import type { Db, Tx } from '../load-balancing-tables.ts';
import type { HealthCheckRecord } from './health-check-schema.ts';
import type { HealthCheckSecrets } from './health-check-secrets.ts';
import type { CheckState } from './health-check-state.ts';
import { mapHealthCheck, mapState } from './health-check-store.ts';

/** A health check that is due. */
export interface DueCheck extends HealthCheckRecord {
  /** Results of another revision are outdated. */
  readonly revision: string;
}

/** What is known before a result is saved. */
export interface KnownState {
  readonly state: CheckState;
  /** The id of the incident of an unhealthy health check. */
  readonly incident: string | undefined;
}

/** When health checks are probed, and what was found. */
export const healthCheckProbeStore = {
  /** The longest overdue first, without those in `excluded`. */
  async due(
    db: Db,
    secrets: HealthCheckSecrets,
    now: number,
    limit: number,
    excluded: ReadonlySet<string>,
  ): Promise<DueCheck[]> {
    const { by, beyond } = dueBounds(now);
    const rows = await db
      .selectFrom('health_check_probes')
      .innerJoin('health_checks', 'health_checks.id', 'health_check_probes.health_check_id')
      .selectAll()
      .where((eb) => eb.or([eb('next_at', '<=', by), eb('next_at', '>', beyond)]))
      .orderBy('next_at')
      .orderBy('health_check_id')
      .limit(limit + excluded.size)
      .execute();
    return rows
      .filter(({ id }) => !excluded.has(id))
      .slice(0, limit)
      .map((row) => ({
        ...mapHealthCheck(row, (sealed, id) => secrets.read(sealed, id)),
        revision: row.revision,
      }));
  },

  /** Plans the next probe. Returns what was known; undefined if the health check was changed or deleted in the meantime. */
  async plan(tx: Tx, { id, revision }: DueCheck, nextAt: number): Promise<KnownState | undefined> {
    const row = await tx
      .updateTable('health_check_probes')
      .set({ next_at: nextAt })
      .where('health_check_id', '=', id)
      .where('revision', '=', revision)
      .returningAll()
      .executeTakeFirst();
    return row && { state: mapState(row), incident: row.incident_id ?? undefined };
  },

  async save(tx: Tx, id: string, { state, incident }: KnownState): Promise<void> {
    await tx
      .updateTable('health_check_probes')
      .set({
        healthy: toFlag(state.healthy),
        passes: state.passes,
        failures: state.failures,
        failure_reason: state.failureReason,
        incident_id: incident ?? null,
      })
      .where('health_check_id', '=', id)
      .execute();
  },
};
