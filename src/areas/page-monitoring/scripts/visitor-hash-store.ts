import type { Db, PageVisitorHashTable, Tx } from '../page-monitoring-tables.ts';

/** Hashes of scripts that visitors received and that no stored version has. */
export const visitorHashStore = {
  /** Oldest first. */
  async findMany(db: Db, itemIds: readonly string[]): Promise<PageVisitorHashTable[]> {
    if (itemIds.length === 0) return [];
    return await db
      .selectFrom('page_visitor_hashes')
      .selectAll()
      .where('item_id', 'in', [...itemIds])
      .orderBy('seen_at')
      .execute();
  },

  async add(tx: Tx, rows: readonly PageVisitorHashTable[]): Promise<void> {
    if (rows.length === 0) return;
    await tx
      .insertInto('page_visitor_hashes')
      .values([...rows])
      .execute();
  },

  async remove(tx: Tx, itemId: string, hashes: readonly string[]): Promise<void> {
    if (hashes.length === 0) return;
    await tx
      .deleteFrom('page_visitor_hashes')
      .where('item_id', '=', itemId)
      .where('hash', 'in', [...hashes])
      .execute();
  },

  async markReported(tx: Tx, itemId: string, hashes: readonly string[]): Promise<void> {
    if (hashes.length === 0) return;
    await tx
      .updateTable('page_visitor_hashes')
      .set({ is_told: 1 })
      .where('item_id', '=', itemId)
      .where('hash', 'in', [...hashes])
      .execute();
  },

  async forget(tx: Tx, before: number, most: number): Promise<number> {
    const oldest = tx
      .selectFrom('page_visitor_hashes')
      .select(['item_id', 'hash'])
      .where('seen_at', '<', before)
      .orderBy('seen_at')
      .limit(most);
    const { numDeletedRows } = await tx
      .deleteFrom('page_visitor_hashes')
      .where(({ eb, refTuple }) =>
        eb(refTuple('item_id', 'hash'), 'in', oldest.$asTuple('item_id', 'hash')),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  },
};
