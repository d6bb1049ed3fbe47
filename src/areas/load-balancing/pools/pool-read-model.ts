import type { LoadBalancingDatabase } from '../load-balancing-tables.ts';
import { type Pool, toPool } from './pool-model.ts';
import type { PoolRecord } from './pool-schema.ts';
import { mapPool } from './pool-store.ts';

/** Pools that still use the older kind of notification. */
export interface EmailUse {
  readonly total: number;
  readonly pools: readonly {
    readonly id: string;
    readonly name: string;
    readonly notification_email: string;
  }[];
}

/** What other areas can look up about pools. */
export interface PoolDirectory {
  /** Recipients and filter of the older kind of notification; undefined if there is no such pool. */
  notificationOf(poolId: string): Promise<PoolNotification | undefined>;
  /** Names of the load balancers that refer to these pools, by the id of the pool. */
  balancerNames(poolIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Selects the ids of pools of the account. */
  existingIn(accountId: string, poolIds: readonly string[]): Promise<ReadonlySet<string>>;
}

export type PoolNotification = Pick<Pool, 'notificationEmails' | 'notificationFilter'>;

export class PoolReadModel implements PoolDirectory {
  readonly #database: LoadBalancingDatabase;

  constructor(database: LoadBalancingDatabase) {
    this.#database = database;
  }

  async emailUse(accountId: string): Promise<EmailUse> {
    const ofAccount = this.#database.read.selectFrom('pools').where('account_id', '=', accountId);
    const pools = await ofAccount
      .where('notification_email', '<>', '')
      .select(['id', 'name', 'notification_email'])
      .orderBy('name')
      .execute();
    const { total } = await ofAccount
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return { total, pools };
  }

  /** The pools with these ids, or all pools of the installation. */
  async records(ids: readonly string[] | 'all'): Promise<PoolRecord[]> {
    if (ids !== 'all' && ids.length === 0) return [];
    let query = this.#database.read.selectFrom('pools').selectAll();
    if (ids !== 'all') query = query.where('id', 'in', [...ids]);
    return (await query.execute()).map(mapPool);
  }

  async notificationOf(poolId: string): Promise<PoolNotification | undefined> {
    const [record] = await this.records([poolId]);
    return record && toPool(record);
  }

  async balancerNames(poolIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    if (poolIds.length === 0) return new Map();
    const rows = await this.#database.read
      .selectFrom('load_balancer_pools')
      .innerJoin('load_balancers', 'load_balancers.id', 'load_balancer_pools.load_balancer_id')
      .select(['load_balancer_pools.pool_id as poolId', 'load_balancers.name'])
      .where('load_balancer_pools.pool_id', 'in', [...poolIds])
      .orderBy('load_balancers.name')
      .execute();
    const byPool = Map.groupBy(rows, (row) => row.poolId);
    return new Map([...byPool].map(([poolId, found]) => [poolId, found.map(({ name }) => name)]));
  }

  async existingIn(accountId: string, poolIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (poolIds.length === 0) return new Set();
    const rows = await this.#database.read
      .selectFrom('pools')
      .select('id')
      .where('account_id', '=', accountId)
      .where('id', 'in', [...poolIds])
      .execute();
    return new Set(rows.map(({ id }) => id));
  }

  /** The pools that a monitor checks, by itself or in a group. */
  async idsOfMonitor(monitorId: string): Promise<string[]> {
    const rows = await this.#database.read
      .selectFrom('pools')
      .select('id')
      .where((eb) =>
        eb.or([
          eb('monitor_id', '=', monitorId),
          eb(
            'monitor_group_id',
            'in',
            eb
              .selectFrom('monitor_group_members')
              .select('group_id')
              .where('monitor_id', '=', monitorId),
          ),
        ]),
      )
      .execute();
    return rows.map(({ id }) => id);
  }
}
