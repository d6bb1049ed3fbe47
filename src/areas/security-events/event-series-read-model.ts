import type { SecurityEventsDatabase } from './security-events-tables.ts';

export interface SeriesQuery {
  readonly zoneId: string;
  /** Events of this service only, in lower case: `firewallmanaged`. */
  readonly service: string | undefined;
  /** Events with this action only: `block`. */
  readonly action: string | undefined;
  /** Events of this host only. See `HOSTS_PER_BUCKET` for zones with events on very many hosts. */
  readonly host: string | undefined;
  /** Starts of buckets: `since` is inclusive, `until` exclusive. */
  readonly since: number;
  readonly until: number;
}

/** Events of a service, an action and a host in one bucket. The host is empty for events of hosts beyond the limit. */
export interface BucketPart {
  readonly service: string;
  readonly action: string;
  readonly host: string;
  readonly count: number;
}

/** How many security events zones had over the last hours. All that arrived are counted. */
export class EventSeriesReadModel {
  readonly #database: SecurityEventsDatabase;

  constructor(database: SecurityEventsDatabase) {
    this.#database = database;
  }

  /** Numbers by the start of the bucket. Buckets without events are missing. */
  async counts(query: SeriesQuery): Promise<ReadonlyMap<number, number>> {
    const { zoneId, service, action, host, since, until } = query;
    let selected = this.#database.read
      .selectFrom('security_event_buckets')
      .select('bucket_at')
      .select((eb) => eb.fn.sum<number | string>('count').as('count'))
      .where('zone_id', '=', zoneId)
      .where('bucket_at', '>=', since)
      .where('bucket_at', '<', until);
    if (service !== undefined) selected = selected.where('source', '=', service);
    if (action !== undefined) selected = selected.where('action', '=', action);
    if (host !== undefined) selected = selected.where('host', '=', host);
    const rows = await selected.groupBy('bucket_at').execute();
    return new Map(rows.map((row) => [row.bucket_at, Number(row.count)]));
  }

  /** What the number of events in a bucket consists of. */
  async parts(zoneId: string, bucketAt: number): Promise<readonly BucketPart[]> {
    return await this.#database.read
      .selectFrom('security_event_buckets')
      .select(['source as service', 'action', 'host', 'count'])
      .where('zone_id', '=', zoneId)
      .where('bucket_at', '=', bucketAt)
      .execute();
  }

  /** The zones with at least so many events in a bucket. */
  async busyZones(bucketAt: number, least: number): Promise<ReadonlySet<string>> {
    const rows = await this.#database.read
      .selectFrom('security_event_buckets')
      .select('zone_id')
      .where('bucket_at', '=', bucketAt)
      .groupBy('zone_id')
      .having((eb) => eb(eb.fn.sum<number>('count'), '>=', least))
      .execute();
    return new Set(rows.map((row) => row.zone_id));
  }
}
