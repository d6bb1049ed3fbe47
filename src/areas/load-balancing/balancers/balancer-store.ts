import type { Reach, ReachScope } from '../../../http/principal.ts';
import { offsetOf, type Page, type PageRequest, pageOf } from '../../../kernel/page.ts';
import { documentStore, fromColumns, toColumns } from '../../../resources/document-store.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import type { Db, LoadBalancerTable, LoadBalancingTables } from '../load-balancing-tables.ts';
import { balancerHost, mentionedPools } from './balancer-model.ts';
import type { BalancerDocument, BalancerRecord } from './balancer-schema.ts';

const documents = documentStore<LoadBalancingTables, 'load_balancers', ZoneScope, BalancerRecord>({
  table: 'load_balancers',
  toRow,
  fromRow: mapBalancer,
});

/** Load balancers are written together with the list of their pools. */
export const balancerStore = {
  ...documents,

  async findIdByName(db: Db, zoneId: string, name: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('load_balancers')
      .select('id')
      .where('zone_id', '=', zoneId)
      .where('name', '=', balancerHost(name))
      .executeTakeFirst();
    return row?.id;
  },

  /** Load balancers of all zones of the account within reach, or only the one with this id. */
  async listOfAccount(
    db: Db,
    accountId: string,
    reach: Reach,
    page: PageRequest,
    id?: string,
  ): Promise<Page<BalancerRecord>> {
    const matching = db.selectFrom('load_balancers').where((eb) => {
      const inAny = (scopes: readonly ReachScope[]) =>
        eb.or(
          scopes
            .filter((scope) => scope.accountId === '*' || scope.accountId === accountId)
            .map(({ zoneId }) => (zoneId === '*' ? eb.and([]) : eb('zone_id', '=', zoneId))),
        );
      return eb.and([
        eb('account_id', '=', accountId),
        inAny(reach.allow),
        eb.not(inAny(reach.deny)),
        ...(id === undefined ? [] : [eb('id', '=', id)]),
      ]);
    });
    const rows = await matching
      .selectAll()
      .orderBy('name')
      .orderBy('id')
      .limit(page.perPage)
      .offset(offsetOf(page))
      .execute();
    const { total } = await matching
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return pageOf(rows.map(mapBalancer), total, page);
  },

  async insert(db: Db, balancer: BalancerRecord): Promise<void> {
    await documents.insert(db, balancer);
    await savePools(db, balancer);
  },

  async update(db: Db, balancer: BalancerRecord): Promise<void> {
    await documents.update(db, balancer);
    await db
      .deleteFrom('load_balancer_pools')
      .where('load_balancer_id', '=', balancer.id)
      .execute();
    await savePools(db, balancer);
  },
};

async function savePools(db: Db, { id, document }: BalancerRecord): Promise<void> {
  const poolIds = new Set(mentionedPools(document).map(({ poolId }) => poolId));
  await db
    .insertInto('load_balancer_pools')
    .values([...poolIds].map((poolId) => ({ load_balancer_id: id, pool_id: poolId })))
    .execute();
}

function toRow(balancer: BalancerRecord): LoadBalancerTable {
  return {
    ...toColumns(balancer),
    account_id: balancer.accountId,
    zone_id: balancer.zoneId,
    name: balancerHost(balancer.document.name),
  };
}

export function mapBalancer(row: LoadBalancerTable): BalancerRecord {
  return {
    ...fromColumns<BalancerDocument>(row),
    accountId: row.account_id,
    zoneId: row.zone_id,
  };
}
