import { eventCountStore } from './event-count-store.ts';
import type { EventTable, SecurityEventsDb, SecurityEventsTx } from './security-events-tables.ts';

/** The next zone, by id, that has rows in a table, with the time of its oldest row. */
export function oldestOfNextZone(db: SecurityEventsDb, table: EventTable, afterZoneId: string) {
  // Reads only the first entry of an index that starts with zone and time.
  return db
    .selectFrom(table)
    .select(['zone_id as zoneId', 'occurred_at as occurredAt'])
    .where('zone_id', '>', afterZoneId)
    .orderBy('zone_id')
    .orderBy('occurred_at')
    .orderBy('seq')
    .limit(1);
}

export interface Removal {
  readonly zoneId: string;
  readonly limit: number;
  /** Only rows from before this time; by default rows of any age. */
  readonly before?: number;
}

/** Deletes the oldest rows of a zone and returns their number. */
export async function removeOldest(
  tx: SecurityEventsTx,
  table: EventTable,
  { zoneId, limit, before }: Removal,
): Promise<number> {
  let oldest = tx
    .selectFrom(table)
    .select('seq')
    .where('zone_id', '=', zoneId)
    .orderBy('occurred_at')
    .orderBy('seq')
    .limit(limit);
  if (before !== undefined) oldest = oldest.where('occurred_at', '<', before);
  const { numDeletedRows } = await tx
    .deleteFrom(table)
    .where('seq', 'in', oldest)
    .executeTakeFirst();
  const removed = Number(numDeletedRows);
  const isEmpty = before === undefined && removed < limit;
  if (isEmpty) await eventCountStore.reset(tx, table, zoneId);
  else if (removed > 0) await eventCountStore.subtract(tx, table, zoneId, removed);
  return removed;
}
