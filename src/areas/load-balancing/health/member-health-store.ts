import type { Db } from '../load-balancing-tables.ts';
import type { HealthByOrigin, OriginHealth } from './health-model.ts';

/** The results of one monitor of a group for the origins of a pool. */
export interface MemberHealth {
  /** Digest of the pool and its checks at the last round. */
  readonly config: string;
  readonly nextAt: number;
  readonly origins: HealthByOrigin;
}

/** By monitor id, without members that have not probed the pool yet. */
export type HealthByMember = ReadonlyMap<string, MemberHealth>;

/** The results of the monitors of groups, per pool. */
export const memberHealthStore = {
  async find(db: Db, poolId: string): Promise<HealthByMember> {
    const rows = await db
      .selectFrom('member_health')
      .selectAll()
      .where('pool_id', '=', poolId)
      .execute();
    return new Map(
      rows.map((row) => {
        const origins = JSON.parse(row.origins_json) as Record<string, OriginHealth>;
        return [
          row.monitor_id,
          { config: row.config, nextAt: row.next_at, origins: new Map(Object.entries(origins)) },
        ];
      }),
    );
  },

  /** Deletes the health of members that are not in the map. */
  async replace(db: Db, poolId: string, members: HealthByMember): Promise<void> {
    await db.deleteFrom('member_health').where('pool_id', '=', poolId).execute();
    if (members.size === 0) return;
    const rows = [...members].map(([monitorId, { config, nextAt, origins }]) => ({
      pool_id: poolId,
      monitor_id: monitorId,
      config,
      next_at: nextAt,
      origins_json: JSON.stringify(Object.fromEntries(origins)),
    }));
    await db.insertInto('member_health').values(rows).execute();
  },
};
