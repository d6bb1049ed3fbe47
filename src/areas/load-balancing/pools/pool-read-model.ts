import type { LoadBalancingDatabase } from '../load-balancing-tables.ts';
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

export class PoolReadModel {
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
