import type { ChangeEvent } from '../../../contracts/change.ts';
import type { PoolSnapshot } from '../../../contracts/snapshot/load-balancing-section.ts';
import type { PoolSource } from '../../area-module.ts';
import { originKey, type Pool, toPool } from './pool-model.ts';
import type { PoolReadModel } from './pool-read-model.ts';

/** What health checks know of one origin. */
export interface OriginHealth {
  /** Undefined while there is no result. */
  readonly healthy: boolean | undefined;
  readonly roundTripMs: number | undefined;
}

export interface HealthSource {
  /** By pool id and `originKey`. Pools and origins that were never checked are left out. */
  read(
    poolIds: readonly string[] | 'all',
  ): Promise<ReadonlyMap<string, ReadonlyMap<string, OriginHealth>>>;
}

/** Stored pools and the health of their origins → what the edge chooses from. */
export function poolSource(pools: PoolReadModel, health: HealthSource): PoolSource {
  return {
    async touchedBy({ action, resource, resourceId }: ChangeEvent, built) {
      if (resource === 'pool' || resource === 'pool_health') return [resourceId];
      // The pools of an account go with it, and nothing is said of each.
      if (resource === 'account' && action === 'delete') {
        const gone = [...built].filter(({ accountId }) => accountId === resourceId);
        return gone.map(({ id }) => id);
      }
      return resource === 'monitor' ? await pools.idsOfMonitor(resourceId) : [];
    },
    async build(poolIds) {
      const records = await pools.records(poolIds);
      const known = await health.read(poolIds);
      return new Map(
        records.map((record) => [record.id, snapshotOf(toPool(record), known.get(record.id))]),
      );
    },
  };
}

function snapshotOf(
  pool: Pool,
  health: ReadonlyMap<string, OriginHealth> | undefined,
): PoolSnapshot {
  const monitored = pool.monitorId !== undefined;
  return {
    id: pool.id,
    accountId: pool.accountId,
    name: pool.name,
    enabled: pool.enabled,
    minimumOrigins: pool.minimumOrigins,
    monitored,
    originSteering: pool.originSteering,
    loadShedding: pool.loadShedding,
    place: pool.place,
    origins: pool.origins.map(({ portGiven: _, ...origin }) => {
      // What an earlier monitor found out says nothing once there is none.
      const known = monitored ? health?.get(originKey(origin)) : undefined;
      return { ...origin, healthy: known?.healthy, roundTripMs: known?.roundTripMs };
    }),
  };
}
