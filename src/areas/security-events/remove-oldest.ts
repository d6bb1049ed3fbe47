import type { EventKey } from './security-event-model.ts';
import type { SecurityEventsTx } from './security-events-tables.ts';

/** Removes the oldest rows of a zone up to and with a key, `most` at a time; says how many. */
export async function removeOldest(
  tx: SecurityEventsTx,
  table: 'security_events' | 'request_traces',
  zoneId: string,
  upTo: EventKey,
  most: number,
): Promise<number> {
  const oldest = tx
    .selectFrom(table)
    .select('seq')
    .where('zone_id', '=', zoneId)
    .where((eb) => eb(eb.refTuple('occurred_at', 'seq'), '<=', eb.tuple(upTo.occurredAt, upTo.seq)))
    .orderBy('occurred_at')
    .orderBy('seq')
    .limit(most);
  const { numDeletedRows } = await tx
    .deleteFrom(table)
    .where('seq', 'in', oldest)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
