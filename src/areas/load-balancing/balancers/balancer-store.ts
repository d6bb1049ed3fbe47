import type { Selectable } from 'kysely';
import type { Db, LoadBalancerTable } from '../load-balancing-tables.ts';
import type { ResourceStore, Scope } from '../resource-model.ts';
import { balancerHost, mentionedPools } from './balancer-model.ts';
import type { BalancerRecord } from './balancer-schema.ts';

/** Single load balancers: read and write, with the pools that they name. */
export const balancerStore = {
  async find(db: Db, id: string): Promise<BalancerRecord | undefined> {
    const row = await db
      .selectFrom('load_balancers')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return row && mapBalancer(row);
  },

  async findIdByName(db: Db, zoneId: string, name: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('load_balancers')
      .select('id')
      .where('zone_id', '=', zoneId)
      .where('name', '=', balancerHost(name))
      .executeTakeFirst();
    return row?.id;
  },

  async count(db: Db, { zone }: Scope): Promise<number> {
    const row = await db
      .selectFrom('load_balancers')
      .where('zone_id', '=', zone?.id ?? '')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return row.count;
  },

  async insert(db: Db, balancer: BalancerRecord): Promise<void> {
    await db.insertInto('load_balancers').values(toRow(balancer)).execute();
    await savePools(db, balancer);
  },

  async update(db: Db, balancer: BalancerRecord): Promise<void> {
    const { id } = balancer;
    await db.updateTable('load_balancers').set(toRow(balancer)).where('id', '=', id).execute();
    await db.deleteFrom('load_balancer_pools').where('load_balancer_id', '=', id).execute();
    await savePools(db, balancer);
  },

  async delete(db: Db, id: string): Promise<void> {
    await db.deleteFrom('load_balancers').where('id', '=', id).execute();
  },
} satisfies ResourceStore<BalancerRecord> & Record<string, unknown>;

async function savePools(db: Db, { id, document }: BalancerRecord): Promise<void> {
  const poolIds = new Set(mentionedPools(document).map(({ poolId }) => poolId));
  await db
    .insertInto('load_balancer_pools')
    .values([...poolIds].map((poolId) => ({ load_balancer_id: id, pool_id: poolId })))
    .execute();
}

function toRow(balancer: BalancerRecord): LoadBalancerTable {
  return {
    id: balancer.id,
    account_id: balancer.accountId,
    zone_id: balancer.zoneId,
    name: balancerHost(balancer.document.name),
    document_json: JSON.stringify(balancer.document),
    created_at: balancer.createdAt,
    modified_at: balancer.modifiedAt,
  };
}

export function mapBalancer(row: Selectable<LoadBalancerTable>): BalancerRecord {
  return {
    id: row.id,
    accountId: row.account_id,
    zoneId: row.zone_id,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    document: JSON.parse(row.document_json),
  };
}
