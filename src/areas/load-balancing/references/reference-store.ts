import type { Db } from '../load-balancing-tables.ts';
import { nouns, type Reference, type ResourceType } from './reference-model.ts';

/** References between load balancers, pools and monitors, ordered by name. */
export const referenceStore = {
  /** Load balancers that refer to a pool. */
  async balancersOf(db: Db, poolId: string): Promise<Reference[]> {
    const rows = await db
      .selectFrom('load_balancer_pools')
      .innerJoin('load_balancers', 'load_balancers.id', 'load_balancer_pools.load_balancer_id')
      .select(['load_balancers.id', 'load_balancers.name'])
      .where('load_balancer_pools.pool_id', '=', poolId)
      .orderBy('load_balancers.name')
      .orderBy('load_balancers.id')
      .execute();
    return rows.map(reference('referrer', 'load_balancer'));
  },

  /** Pools that a load balancer refers to. */
  async poolsOfBalancer(db: Db, balancerId: string): Promise<Reference[]> {
    const rows = await db
      .selectFrom('load_balancer_pools')
      .innerJoin('pools', 'pools.id', 'load_balancer_pools.pool_id')
      .select(['pools.id', 'pools.name'])
      .where('load_balancer_pools.load_balancer_id', '=', balancerId)
      .orderBy('pools.name')
      .execute();
    return rows.map(reference('referral', 'pool'));
  },

  /** Pools that a monitor checks. */
  async poolsOfMonitor(db: Db, monitorId: string): Promise<Reference[]> {
    const rows = await db
      .selectFrom('pools')
      .select(['id', 'name'])
      .where('monitor_id', '=', monitorId)
      .orderBy('name')
      .execute();
    return rows.map(reference('referrer', 'pool'));
  },

  /** The monitor that checks a pool. */
  async monitorOf(db: Db, poolId: string): Promise<Reference[]> {
    const rows = await db
      .selectFrom('pools')
      .innerJoin('monitors', 'monitors.id', 'pools.monitor_id')
      .select(['monitors.id', 'monitors.description as name'])
      .where('pools.id', '=', poolId)
      .execute();
    return rows.map(reference('referral', 'monitor'));
  },
};

function reference(direction: Reference['direction'], type: ResourceType) {
  return ({ id, name }: { readonly id: string; readonly name: string }): Reference => ({
    direction,
    type,
    noun: nouns[type],
    id,
    name,
  });
}
