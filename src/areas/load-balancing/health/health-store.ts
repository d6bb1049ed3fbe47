import type { Selectable } from 'kysely';
import type { FailureReason } from '../../../outbound/probe/failure-reason.ts';
import type { Db } from '../load-balancing-tables.ts';
import type { HealthByOrigin, OriginHealth } from './health-model.ts';
import { fromFlag, type OriginHealthTable, toFlag } from './health-tables.ts';

/** Health of the origins of pools. */
export const healthStore = {
  async find(db: Db, poolId: string): Promise<HealthByOrigin> {
    return (await healthStore.list(db, [poolId])).get(poolId) ?? new Map();
  },

  /** By pool, without pools that were not probed yet. */
  async list(
    db: Db,
    poolIds: readonly string[] | 'all',
  ): Promise<ReadonlyMap<string, HealthByOrigin>> {
    const byPool = new Map<string, Map<string, OriginHealth>>();
    if (poolIds.length === 0) return byPool;
    let query = db.selectFrom('origin_health').selectAll();
    if (poolIds !== 'all') query = query.where('pool_id', 'in', [...poolIds]);
    for (const row of await query.execute()) {
      const origins = byPool.get(row.pool_id) ?? new Map<string, OriginHealth>();
      byPool.set(row.pool_id, origins.set(row.origin_key, mapRow(row)));
    }
    return byPool;
  },

  /** Deletes the health of origins that are not in the map. */
  async replace(db: Db, poolId: string, origins: HealthByOrigin): Promise<void> {
    await db.deleteFrom('origin_health').where('pool_id', '=', poolId).execute();
    if (origins.size === 0) return;
    const rows = [...origins].map(([key, health]) => toRow(poolId, key, health));
    await db.insertInto('origin_health').values(rows).execute();
  },
};

function toRow(poolId: string, originKey: string, health: OriginHealth): OriginHealthTable {
  return {
    pool_id: poolId,
    origin_key: originKey,
    healthy: toFlag(health.healthy),
    passes: health.passes,
    failures: health.failures,
    failure_reason: health.latest.failureReason,
    response_code: health.latest.responseCode ?? null,
    round_trip_ms: health.latest.roundTripMs,
    average_ms: health.averageMs ?? null,
    told_ms: health.announcedMs ?? null,
  };
}

function mapRow(row: Selectable<OriginHealthTable>): OriginHealth {
  return {
    healthy: fromFlag(row.healthy),
    passes: row.passes,
    failures: row.failures,
    latest: {
      healthy: row.passes > 0,
      failureReason: row.failure_reason as FailureReason,
      responseCode: row.response_code ?? undefined,
      roundTripMs: row.round_trip_ms,
    },
    averageMs: row.average_ms ?? undefined,
    announcedMs: row.told_ms ?? undefined,
  };
}
