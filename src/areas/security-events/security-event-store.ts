import { setImmediate } from 'node:timers/promises';
import type { Insertable } from 'kysely';
import type { FirewallEvent } from '../../contracts/events/firewall-event.ts';
import { keyBehind } from './event-scan.ts';
import { removeOldest } from './remove-oldest.ts';
import { type EventKey, searchAddress, searchHost, searchText } from './security-event-model.ts';
import type {
  SecurityEventsDb,
  SecurityEventsTx,
  SecurityEventTable,
} from './security-events-tables.ts';

/** Rows of one statement: a few milliseconds on SQLite, and few different lengths to prepare. */
const INSERT_ROWS = 50;

export const securityEventStore = {
  /** Events that are there already stay as they are. */
  async insert(tx: SecurityEventsTx, events: readonly FirewallEvent[]): Promise<void> {
    for (let from = 0; from < events.length; from += INSERT_ROWS) {
      await tx
        .insertInto('security_events')
        .values(events.slice(from, from + INSERT_ROWS).map(toRow))
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      // SQLite works on the thread that also answers the API; between statements it gets a turn.
      await setImmediate();
    }
  },

  /** The next zone, by id, that has events. */
  async zoneAfter(db: SecurityEventsDb, zoneId: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('security_events')
      .select('zone_id')
      .where('zone_id', '>', zoneId)
      .orderBy('zone_id')
      .limit(1)
      .executeTakeFirst();
    return row?.zone_id;
  },

  /** The key of the last of so many events that are older; undefined when there are fewer. */
  async keyBehind(
    db: SecurityEventsDb,
    zoneId: string,
    before: EventKey,
    rows: number,
  ): Promise<EventKey | undefined> {
    const all = { zoneId, since: undefined, until: undefined, equals: {}, pathPrefix: undefined };
    return await keyBehind(db, { filter: all, lead: undefined }, before, rows);
  },

  removeOldest: (tx: SecurityEventsTx, zoneId: string, upTo: EventKey, most: number) =>
    removeOldest(tx, 'security_events', zoneId, upTo, most),
};

function toRow({ id, zoneId, rulesetId, fields }: FirewallEvent): Insertable<SecurityEventTable> {
  return {
    id: searchText(id),
    zone_id: zoneId,
    occurred_at: fields.Datetime,
    action: searchText(fields.Action),
    source: searchText(fields.Source),
    rule_id: searchText(fields.RuleID),
    ruleset_id: searchText(rulesetId),
    host: searchHost(fields.ClientRequestHost),
    path: searchText(fields.ClientRequestPath),
    client_ip: searchAddress(fields.ClientIP),
    ray_id: searchText(fields.RayID),
    fields_json: JSON.stringify(fields),
  };
}
