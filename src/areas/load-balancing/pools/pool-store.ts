import type { Selectable } from 'kysely';
import type { Db, PoolTable } from '../load-balancing-tables.ts';
import type { ResourceStore, Scope } from '../resource-model.ts';
import type { PoolRecord } from './pool-schema.ts';

/** Single pools: read and write. */
export const poolStore = {
  async find(db: Db, id: string): Promise<PoolRecord | undefined> {
    const row = await db.selectFrom('pools').selectAll().where('id', '=', id).executeTakeFirst();
    return row && mapPool(row);
  },

  async findIdByName(db: Db, accountId: string, name: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('pools')
      .select('id')
      .where('account_id', '=', accountId)
      .where('name', '=', name)
      .executeTakeFirst();
    return row?.id;
  },

  /** Those of the ids that are pools of the account. */
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

  /** A stretch of the account's pools in the order of their names. */
  async listByName(db: Db, accountId: string, { limit, offset }: Stretch): Promise<PoolRecord[]> {
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

  async count(db: Db, { accountId }: Scope): Promise<number> {
    const row = await db
      .selectFrom('pools')
      .where('account_id', '=', accountId)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return row.count;
  },

  async insert(db: Db, pool: PoolRecord): Promise<void> {
    await db.insertInto('pools').values(toRow(pool)).execute();
  },

  async update(db: Db, pool: PoolRecord): Promise<void> {
    await db.updateTable('pools').set(toRow(pool)).where('id', '=', pool.id).execute();
  },

  async delete(db: Db, id: string): Promise<void> {
    await db.deleteFrom('pools').where('id', '=', id).execute();
  },
} satisfies ResourceStore<PoolRecord> & Record<string, unknown>;

export interface Stretch {
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
    id: pool.id,
    account_id: pool.accountId,
    name: document.name,
    monitor_id: document.monitor || null,
    notification_email: document.notification_email ?? '',
    document_json: JSON.stringify(document),
    disabled_json: JSON.stringify(disabled),
    created_at: pool.createdAt,
    modified_at: pool.modifiedAt,
  };
}

export function mapPool(row: Selectable<PoolTable>): PoolRecord {
  const disabled = JSON.parse(row.disabled_json) as Disabled;
  return {
    id: row.id,
    accountId: row.account_id,
    zoneId: undefined,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    disabledAt: disabled.pool ?? undefined,
    originsDisabledAt: disabled.origins.map((at) => at ?? undefined),
    document: JSON.parse(row.document_json),
  };
}
