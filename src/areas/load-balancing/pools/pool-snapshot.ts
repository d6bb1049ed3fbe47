import type { ChangeEvent } from '../../../contracts/change.ts';
import type { PoolSnapshot } from '../../../contracts/snapshot/load-balancing-section.ts';
import type { SharedSource } from '../../area-module.ts';
import { originKey, type Pool, toPool } from './pool-model.ts';
import type { PoolReadModel } from './pool-read-model.ts';

/** The part of an origin's health that the edge uses. */
export interface OriginHealth {
  /** Undefined while the health is unknown. */
  readonly healthy: boolean | undefined;
  readonly roundTripMs: number | undefined;
}

export interface HealthSource {
  /** By pool id and `originKey`, without pools and origins that were never probed. */
  read(
    poolIds: readonly string[] | 'all',
  ): Promise<ReadonlyMap<string, ReadonlyMap<string, OriginHealth>>>;
}

/** Compiles the stored pools and the health of their origins for the edge. */
export function poolSource(pools: PoolReadModel, health: HealthSource): SharedSource<PoolSnapshot> {
  return {
    async touchedBy({ action, resource, resourceId }: ChangeEvent, built) {
      if (resource === 'pool' || resource === 'pool_health') return [resourceId];
      // The pools are deleted with the account, without an event for each of them.
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
  const monitored = pool.monitorId !== undefined || pool.monitorGroupId !== undefined;
  return {
    id: pool.id,
    accountId: pool.accountId,
    name: pool.name,
    enabled: pool.enabled,
    minimumOrigins: pool.minimumOrigins,
    monitored,
    originSteering: pool.originSteering,
    loadShedding: pool.loadShedding,
    coordinates: pool.coordinates,
    origins: pool.origins.map(({ portGiven: _, ...origin }) => {
      // If the pool has no monitor, stored results of an earlier one are ignored.
      const known = monitored ? health?.get(originKey(origin)) : undefined;
      return { ...origin, healthy: known?.healthy, roundTripMs: known?.roundTripMs };
    }),
  };
}
