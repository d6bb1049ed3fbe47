import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { Reach, ReachScope } from '../../../http/principal.ts';
import { offsetOf, type Page, type PageRequest, pageOf } from '../../../kernel/page.ts';
import {
  documentStore,
  fromSecretColumns,
  type OpenSecrets,
  toSecretColumns,
} from '../../../resources/document-store.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import type { Db, LoadBalancerTable, LoadBalancingTables } from '../load-balancing-tables.ts';
import { balancerHost, mentionedPools } from './balancer-model.ts';
import type { BalancerDocument, BalancerRecord } from './balancer-schema.ts';
import type { BalancerSecrets } from './balancer-secrets.ts';

export async function findIdByName(
  db: Db,
  zoneId: string,
  name: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('load_balancers')
    .select('id')
    .where('zone_id', '=', zoneId)
    .where('name', '=', balancerHost(name))
    .executeTakeFirst();
  return row?.id;
}

/** Whether the zone of a load balancer is within reach. */
export function isWithinReach({ allow, deny }: Reach): Expression<SqlBool> {
  const eb = expressionBuilder<LoadBalancingTables, 'load_balancers'>();
  const isIn = ({ accountId, zoneId }: ReachScope) =>
    eb.and([
      ...(accountId === '*' ? [] : [eb('load_balancers.account_id', '=', accountId)]),
      ...(zoneId === '*' ? [] : [eb('load_balancers.zone_id', '=', zoneId)]),
    ]);
  return eb.and([eb.or(allow.map(isIn)), eb.not(eb.or(deny.map(isIn)))]);
}

/** Load balancers are written together with the list of their pools. Signing keys in them are sealed. */
export function balancerStore(secrets: BalancerSecrets) {
  const fromRow = (row: LoadBalancerTable) =>
    mapBalancer(row, (sealed, id) => secrets.read(sealed, id));
  const documents = documentStore<LoadBalancingTables, 'load_balancers', ZoneScope, BalancerRecord>(
    {
      table: 'load_balancers',
      toRow: (balancer) => ({
        ...toSecretColumns(balancer, secrets),
        account_id: balancer.accountId,
        zone_id: balancer.zoneId,
        name: balancerHost(balancer.document.name),
      }),
      fromRow,
    },
  );
  return {
    ...documents,

    /** Load balancers of all zones of the account within reach, or only the one with this id. */
    async listOfAccount(
      db: Db,
      accountId: string,
      reach: Reach,
      page: PageRequest,
      id?: string,
    ): Promise<Page<BalancerRecord>> {
      const matching = db
        .selectFrom('load_balancers')
        .where('account_id', '=', accountId)
        .where(isWithinReach(reach))
        .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''));
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
      return pageOf(rows.map(fromRow), total, page);
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
}

export type BalancerStore = ReturnType<typeof balancerStore>;

async function savePools(db: Db, { id, document }: BalancerRecord): Promise<void> {
  const poolIds = new Set(mentionedPools(document).map(({ poolId }) => poolId));
  await db
    .insertInto('load_balancer_pools')
    .values([...poolIds].map((poolId) => ({ load_balancer_id: id, pool_id: poolId })))
    .execute();
}

export function mapBalancer(
  row: LoadBalancerTable,
  open: OpenSecrets<BalancerDocument>,
): BalancerRecord {
  return {
    ...fromSecretColumns(row, open),
    accountId: row.account_id,
    zoneId: row.zone_id,
  };
}
