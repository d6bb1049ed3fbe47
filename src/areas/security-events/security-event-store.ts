import type { Insertable } from 'kysely';
import type { FirewallEvent } from '../../contracts/events/firewall-event.ts';
import type { CountedEvent } from './event-bucket-model.ts';
import { eventBucketStore } from './event-bucket-store.ts';
import { eventCountStore } from './event-count-store.ts';
import { searchKey } from './search-key.ts';
import { searchAddress, searchHost, searchText, storedId } from './security-event-model.ts';
import {
  type FilterColumn,
  filterColumns,
  type SecurityEventsTx,
  type SecurityEventTable,
} from './security-events-tables.ts';
import { encodeFields } from './stored-fields.ts';

/** Rows per insert statement. A fixed number needs few different prepared statements. */
const INSERT_ROWS = 50;

export const securityEventStore = {
  /** Existing events stay unchanged and are not counted again. */
  async insert(tx: SecurityEventsTx, events: readonly FirewallEvent[]): Promise<void> {
    const added: CountedEvent[] = [];
    for (let from = 0; from < events.length; from += INSERT_ROWS) {
      const rows = await tx
        .insertInto('security_events')
        .values(events.slice(from, from + INSERT_ROWS).map(toRow))
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning(['zone_id', 'occurred_at', 'host', 'source', 'action'])
        .execute();
      added.push(...rows);
    }
    const zoneIds = added.map((event) => event.zone_id);
    await eventCountStore.add(tx, 'security_events', zoneIds);
    await eventBucketStore.add(tx, added);
  },
};

function toRow({ id, zoneId, rulesetId, fields }: FirewallEvent): Insertable<SecurityEventTable> {
  const columns = {
    zone_id: zoneId,
    occurred_at: fields.Datetime,
    action: searchText(fields.Action),
    source: searchText(fields.Source),
    rule_id: searchText(fields.RuleID),
    ruleset_id: searchText(rulesetId),
    host: searchHost(fields.ClientRequestHost),
    path: searchText(fields.ClientRequestPath),
    client_ip: searchAddress(fields.ClientIP),
    country: searchText(fields.ClientCountry ?? 'unknown'),
    ray_id: searchText(fields.RayID),
  };
  return {
    id: storedId(id, fields),
    ...columns,
    ...searchKeys(columns),
    fields_json: encodeFields(fields, columns),
  };
}

function searchKeys(columns: Record<FilterColumn | 'zone_id', string>) {
  const keys = filterColumns.map((column) => {
    return [`${column}_key`, searchKey(columns.zone_id, column, columns[column])] as const;
  });
  return Object.fromEntries(keys) as Pick<SecurityEventTable, `${FilterColumn}_key`>;
}
