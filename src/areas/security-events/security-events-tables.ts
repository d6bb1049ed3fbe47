import type { Generated, Kysely, Transaction } from 'kysely';
import type { CoreTables } from '../../storage/core-tables.ts';
import type { Database } from '../../storage/database.ts';

/** Tables of the security events area. Times are milliseconds, `…_json` is JSON text. */
export interface SecurityEventsTables extends CoreTables {
  security_events: SecurityEventTable;
  request_traces: RequestTraceTable;
  event_counts: EventCountTable;
  security_event_buckets: EventBucketTable;
  security_event_spikes: EventSpikeTable;
}

/** Tables with reports of the edge, trimmed by zone and age. */
export type EventTable = 'security_events' | 'request_traces';

export type SecurityEventsDatabase = Database<SecurityEventsTables>;
export type SecurityEventsDb = Kysely<SecurityEventsTables>;
export type SecurityEventsTx = Transaction<SecurityEventsTables>;

/**
 * Values that filters use have columns, shortened, and key columns with an index (`search-key.ts`). The JSON has the rest
 * of the event (`stored-fields.ts`).
 */
export interface SecurityEventTable extends SearchKeys {
  /** The order of arrival, which orders events of the same millisecond. */
  seq: Generated<number>;
  /** The id from the edge or a digest of it; unique, so that a redelivered event is ignored. */
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
  /** Two lower-case letters, or `unknown`. */
  country: string;
  ray_id: string;
  fields_json: string;
}

/** Traces: how the rules treated a request. One row per request. */
export interface RequestTraceTable {
  seq: Generated<number>;
  zone_id: string;
  ray_id: string;
  occurred_at: number;
  trace_json: string;
}

/** The number of rows that a zone has in a table. */
export interface EventCountTable {
  table_name: EventTable;
  zone_id: string;
  count: number;
}

/** The number of events in five minutes. Events of hosts beyond the limit are counted under an empty host. */
export interface EventBucketTable {
  zone_id: string;
  /** The start of the five minutes. */
  bucket_at: number;
  host: string;
  source: string;
  action: string;
  count: number;
}

/** The last spike of a series of security events. */
export interface EventSpikeTable {
  zone_id: string;
  /** Empty: events of all services. */
  service: string;
  /** Empty: events with any action. */
  action: string;
  /** Empty: events of all hosts. */
  host: string;
  bucket_at: number;
}

/** Columns that filters use, the most selective first. Each has an index that starts with it. */
export const filterColumns = [
  'ray_id',
  'client_ip',
  'rule_id',
  'path',
  'host',
  'ruleset_id',
  'country',
  'source',
  'action',
] as const;

export type FilterColumn = (typeof filterColumns)[number];

type SearchKeys = { [Column in FilterColumn as `${Column}_key`]: number };
