import { sql } from 'kysely';
import type { Db, Tx } from '../page-monitoring-tables.ts';
import type { ItemKind } from './item-model.ts';

const DAY_MS = 24 * 3_600_000;
/** Older counts are deleted when a zone has new ones. */
const KEPT_MS = 30 * DAY_MS;

/** How many new items of a kind a zone had on a day that its quota did not allow. */
export interface RefusedItems {
  readonly zoneId: string;
  readonly kind: ItemKind;
  readonly dayAt: number;
  readonly count: number;
}

export const refusedItemStore = {
  /** Returns the counts that are the first ones of their zone, kind and day. */
  async add(
    tx: Tx,
    refused: readonly Pick<RefusedItems, 'zoneId' | 'kind'>[],
    now: number,
  ): Promise<RefusedItems[]> {
    const dayAt = Math.floor(now / DAY_MS) * DAY_MS;
    const groups = Map.groupBy(refused, ({ zoneId, kind }) => `${zoneId} ${kind}`);
    const first: RefusedItems[] = [];
    for (const items of groups.values()) {
      const [item] = items;
      if (!item) continue;
      const { zoneId, kind } = item;
      const { count } = await tx
        .insertInto('page_refused_items')
        .values({ zone_id: zoneId, kind, day_at: dayAt, count: items.length })
        .onConflict((conflict) =>
          conflict.columns(['zone_id', 'kind', 'day_at']).doUpdateSet({
            count: sql<number>`page_refused_items.count + excluded.count`,
          }),
        )
        .returning('count')
        .executeTakeFirstOrThrow();
      if (Number(count) > items.length) continue;
      first.push({ zoneId, kind, dayAt, count: items.length });
      await tx
        .deleteFrom('page_refused_items')
        .where('zone_id', '=', zoneId)
        .where('day_at', '<=', now - KEPT_MS)
        .execute();
    }
    return first;
  },

  /** Newest first. */
  async ofZone(db: Db, zoneId: string): Promise<RefusedItems[]> {
    const rows = await db
      .selectFrom('page_refused_items')
      .selectAll()
      .where('zone_id', '=', zoneId)
      .orderBy('day_at', 'desc')
      .orderBy('kind')
      .execute();
    return rows.map((row) => ({
      zoneId,
      // Only `add` writes the table.
      kind: row.kind as ItemKind,
      dayAt: row.day_at,
      count: row.count,
    }));
  },
};
