import type { Reach } from '../../../http/principal.ts';
import { isWithinReach } from '../balancers/balancer-store.ts';
import type { Db } from '../load-balancing-tables.ts';
import { nouns, type Reference, type ResourceType } from './reference-model.ts';

const nowhere: Reach = { allow: [], deny: [] };

/** References between load balancers, pools and monitors, ordered by name. */
export const referenceStore = {
  /** Load balancers that refer to a pool, of all zones or of those within reach. */
  async balancersOf(db: Db, poolId: string, reach?: Reach): Promise<Reference[]> {
    const rows = await db
      .selectFrom('load_balancer_pools')
      .innerJoin('load_balancers', 'load_balancers.id', 'load_balancer_pools.load_balancer_id')
      .select(['load_balancers.id', 'load_balancers.name'])
      .where('load_balancer_pools.pool_id', '=', poolId)
      .$if(reach !== undefined, (query) => query.where(isWithinReach(reach ?? nowhere)))
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

  /** Pools that a monitor checks, and the groups that it is a member of. */
  async usersOfMonitor(db: Db, monitorId: string): Promise<Reference[]> {
    const pools = await db
      .selectFrom('pools')
      .select(['id', 'name'])
      .where('monitor_id', '=', monitorId)
      .orderBy('name')
      .execute();
    const groups = await db
      .selectFrom('monitor_group_members')
      .innerJoin('monitor_groups', 'monitor_groups.id', 'monitor_group_members.group_id')
      .select(['monitor_groups.id', 'monitor_groups.description as name'])
      .where('monitor_group_members.monitor_id', '=', monitorId)
      .orderBy('monitor_groups.description')
      .orderBy('monitor_groups.id')
      .execute();
    return [
      ...pools.map(reference('referrer', 'pool')),
      ...groups.map(reference('referrer', 'monitor_group')),
    ];
  },

  /** Pools that have a monitor group. */
  async poolsOfGroup(db: Db, groupId: string): Promise<Reference[]> {
    const rows = await db
      .selectFrom('pools')
      .select(['id', 'name'])
      .where('monitor_group_id', '=', groupId)
      .orderBy('name')
      .execute();
    return rows.map(reference('referrer', 'pool'));
  },

  /** The members of a monitor group. */
  async monitorsOfGroup(db: Db, groupId: string): Promise<Reference[]> {
    const rows = await db
      .selectFrom('monitor_group_members')
      .innerJoin('monitors', 'monitors.id', 'monitor_group_members.monitor_id')
      .select(['monitors.id', 'monitors.description as name'])
      .where('monitor_group_members.group_id', '=', groupId)
      .orderBy('monitors.description')
      .orderBy('monitors.id')
      .execute();
    return rows.map(reference('referral', 'monitor'));
  },

  /** The monitor or the monitor group that checks a pool. */
  async monitorOf(db: Db, poolId: string): Promise<Reference[]> {
    const monitors = await db
      .selectFrom('pools')
      .innerJoin('monitors', 'monitors.id', 'pools.monitor_id')
      .select(['monitors.id', 'monitors.description as name'])
      .where('pools.id', '=', poolId)
      .execute();
    const groups = await db
      .selectFrom('pools')
      .innerJoin('monitor_groups', 'monitor_groups.id', 'pools.monitor_group_id')
      .select(['monitor_groups.id', 'monitor_groups.description as name'])
      .where('pools.id', '=', poolId)
      .execute();
    return [
      ...monitors.map(reference('referral', 'monitor')),
      ...groups.map(reference('referral', 'monitor_group')),
    ];
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
