import type { Generated, Kysely, Transaction } from 'kysely';
import type { CoreTables } from '../../storage/core-tables.ts';
import type { Database } from '../../storage/database.ts';

/** Tables of the security events area. Times are milliseconds, `…_json` is JSON text. */
export interface SecurityEventsTables extends CoreTables {
  security_events: SecurityEventTable;
  request_traces: RequestTraceTable;
  event_counts: EventCountTable;
}

/** Tables of what the edge reports, by zone and time. */
export type EventTable = 'security_events' | 'request_traces';

export type SecurityEventsDatabase = Database<SecurityEventsTables>;
export type SecurityEventsDb = Kysely<SecurityEventsTables>;
export type SecurityEventsTx = Transaction<SecurityEventsTables>;

/** What is searched has a column, cut to a length that indexes can hold; the event is in the JSON. */
export interface SecurityEventTable {
  /** Arrival; tells events of the same millisecond apart. */
  seq: Generated<number>;
  /** The event's own, by which a second delivery is known. */
  id: string;
  zone_id: string;
  occurred_at: number;
  action: string;
  source: string;
  rule_id: string;
  ruleset_id: string;
  host: string;
  path: string;
  client_ip: string;
  ray_id: string;
  fields_json: string;
}

/** Why requests were answered as they were; one row for a request. */
export interface RequestTraceTable {
  seq: Generated<number>;
  zone_id: string;
  ray_id: string;
  occurred_at: number;
  trace_json: string;
}

/** How many rows of a table a zone has. */
export interface EventCountTable {
  table_name: EventTable;
  zone_id: string;
  count: number;
}

/** Columns that filters look at, the most telling first. Each leads an index. */
export const filterColumns = [
  'ray_id',
  'client_ip',
  'rule_id',
  'path',
  'host',
  'ruleset_id',
  'source',
  'action',
] as const satisfies readonly (keyof SecurityEventTable)[];

export type FilterColumn = (typeof filterColumns)[number];
