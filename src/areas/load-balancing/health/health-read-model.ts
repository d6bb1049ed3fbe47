import type { LoadBalancingDatabase } from '../load-balancing-tables.ts';
import { type Pool, toPool } from '../pools/pool-model.ts';
import type { PoolRecord } from '../pools/pool-schema.ts';
import type { HealthSource } from '../pools/pool-snapshot.ts';
import { type HealthByOrigin, isPoolHealthy, poolState } from './health-model.ts';
import { healthStore } from './health-store.ts';
import { type HealthByMember, memberHealthStore } from './member-health-store.ts';

export interface PoolHealth {
  readonly pool: Pool;
  readonly healthy: boolean | undefined;
  readonly origins: HealthByOrigin;
  /** The results of each monitor of a group. */
  readonly members: HealthByMember;
}

/** The health of pools, for the API and for the edge. */
export class HealthReadModel implements HealthSource {
  readonly #database: LoadBalancingDatabase;

  constructor(database: LoadBalancingDatabase) {
    this.#database = database;
  }

  async read(poolIds: readonly string[] | 'all') {
    const byPool = await healthStore.list(this.#database.read, poolIds);
    return new Map(Array.from(byPool, ([poolId, origins]) => [poolId, forEdge(origins)]));
  }

  /** Undefined if the pool has not been probed. */
  async ofPool(record: PoolRecord): Promise<PoolHealth | undefined> {
    const origins = await healthStore.find(this.#database.read, record.id);
    if (origins.size === 0) return undefined;
    const pool = toPool(record);
    const members =
      pool.monitorGroupId === undefined
        ? new Map()
        : await memberHealthStore.find(this.#database.read, record.id);
    return { pool, healthy: isPoolHealthy(poolState(pool, origins)), origins, members };
  }
}

function forEdge(origins: HealthByOrigin) {
  return new Map(
    Array.from(origins, ([key, { healthy, averageMs }]) => [
      key,
      { healthy, roundTripMs: averageMs },
    ]),
  );
}
