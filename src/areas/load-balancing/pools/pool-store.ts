import { documentStore, fromColumns, toColumns } from '../../../resources/document-store.ts';
import type { AccountScope } from '../../../resources/scope.ts';
import type { Db, LoadBalancingTables, PoolTable } from '../load-balancing-tables.ts';
import type { PoolDocument, PoolRecord } from './pool-schema.ts';

export const poolStore = {
  ...documentStore<LoadBalancingTables, 'pools', AccountScope, PoolRecord>({
    table: 'pools',
    toRow,
    fromRow: mapPool,
  }),

  async findIdByName(db: Db, accountId: string, name: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('pools')
      .select('id')
      .where('account_id', '=', accountId)
      .where('name', '=', name)
      .executeTakeFirst();
    return row?.id;
  },

  /** Selects the ids of pools of the account. */
  async findKnown(db: Db, accountId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const rows = await db
      .selectFrom('pools')
      .select('id')
      .where('account_id', '=', accountId)
      .where('id', 'in', ids)
      .execute();
    return new Set(rows.map(({ id }) => id));
  },

  /** A range of the account's pools, ordered by name. */
  async listByName(db: Db, accountId: string, { limit, offset }: ListRange): Promise<PoolRecord[]> {
    const rows = await db
      .selectFrom('pools')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('name')
      .limit(limit)
      .offset(offset)
      .execute();
    return rows.map(mapPool);
  },
};

export interface ListRange {
  readonly limit: number;
  readonly offset: number;
}

interface Disabled {
  readonly pool: number | null;
  readonly origins: readonly (number | null)[];
}

function toRow(pool: PoolRecord): PoolTable {
  const { document } = pool;
  const disabled: Disabled = {
    pool: pool.disabledAt ?? null,
    origins: pool.originsDisabledAt.map((at) => at ?? null),
  };
  return {
    ...toColumns(pool),
    account_id: pool.accountId,
    name: document.name,
    monitor_id: document.monitor || null,
    monitor_group_id: document.monitor_group || null,
    notification_email: document.notification_email ?? '',
    disabled_json: JSON.stringify(disabled),
  };
}

export function mapPool(row: PoolTable): PoolRecord {
  const disabled = JSON.parse(row.disabled_json) as Disabled;
  return {
    ...fromColumns<PoolDocument>(row),
    accountId: row.account_id,
    disabledAt: disabled.pool ?? undefined,
    originsDisabledAt: disabled.origins.map((at) => at ?? undefined),
  };
}
