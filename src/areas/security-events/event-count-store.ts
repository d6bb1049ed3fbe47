import type { EventTable, SecurityEventsDb, SecurityEventsTx } from './security-events-tables.ts';

/** The number of rows of each zone, written in the same transactions as the rows. */
export const eventCountStore = {
  /** `zoneIds` contains the zone of each added row. */
  async add(tx: SecurityEventsTx, table: EventTable, zoneIds: readonly string[]): Promise<void> {
    const added = Map.groupBy(zoneIds, (zoneId) => zoneId);
    // All transactions update zones in the same order, which avoids deadlocks.
    for (const zoneId of [...added.keys()].toSorted()) {
      const count = added.get(zoneId)?.length ?? 0;
      await tx
        .insertInto('event_counts')
        .values({ table_name: table, zone_id: zoneId, count })
        .onConflict((conflict) =>
          conflict
            .columns(['table_name', 'zone_id'])
            .doUpdateSet((eb) => ({ count: eb('event_counts.count', '+', count) })),
        )
        .execute();
    }
  },

  async subtract(
    tx: SecurityEventsTx,
    table: EventTable,
    zoneId: string,
    removed: number,
  ): Promise<void> {
    await tx
      .updateTable('event_counts')
      .set((eb) => ({ count: eb('count', '-', removed) }))
      .where('table_name', '=', table)
      .where('zone_id', '=', zoneId)
      .execute();
  },

  /** Called when the zone has no rows left. */
  async reset(tx: SecurityEventsTx, table: EventTable, zoneId: string): Promise<void> {
    await tx
      .deleteFrom('event_counts')
      .where('table_name', '=', table)
      .where('zone_id', '=', zoneId)
      .execute();
  },

  /** The row counts of zones with more rows than this. */
  async above(
    db: SecurityEventsDb,
    table: EventTable,
    limit: number,
  ): Promise<ReadonlyMap<string, number>> {
    const rows = await db
      .selectFrom('event_counts')
      .select(['zone_id', 'count'])
      .where('table_name', '=', table)
      .where('count', '>', limit)
      .execute();
    return new Map(rows.map((row) => [row.zone_id, row.count]));
  },
};
