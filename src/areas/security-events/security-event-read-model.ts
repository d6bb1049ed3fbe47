import { type Selectable, sql } from 'kysely';
import { FrequentValues } from '../../kernel/counts/frequent-values.ts';
import { scansOf, startOf, windows } from './event-scan.ts';
import {
  type EventFilter,
  type EventKey,
  isNewer,
  type SecurityEvent,
  shownId,
} from './security-event-model.ts';
import type {
  FilterColumn,
  SecurityEventsDatabase,
  SecurityEventTable,
} from './security-events-tables.ts';
import { decodeFields } from './stored-fields.ts';

/** Distinct values that a ranking counts exactly. A scanner may request a million paths. */
const MOST_VALUES = 25_000;

export interface EventPage {
  readonly events: readonly SecurityEvent[];
  /** Key of the last event, if more follow. */
  readonly after: EventKey | undefined;
}

/** Number of events with a value in one time bucket. */
export interface BucketCount {
  /** Milliseconds. */
  readonly start: number;
  readonly value: string;
  readonly count: number;
}

/** Lists and counts of events. */
export class SecurityEventReadModel {
  readonly #database: SecurityEventsDatabase;

  constructor(database: SecurityEventsDatabase) {
    this.#database = database;
  }

  /** Newest first. Within a millisecond the order of arrival decides. */
  async list(
    filter: EventFilter,
    cursor: EventKey | undefined,
    perPage: number,
  ): Promise<EventPage> {
    const keys = await this.#newest(filter, startOf(filter, cursor), perPage + 1);
    const shown = keys.slice(0, perPage);
    const after = keys.length > perPage ? shown.at(-1) : undefined;
    return { events: await this.#load(shown), after };
  }

  /** Reads all matching events page by page, with backpressure. */
  async *all(filter: EventFilter, perPage: number): AsyncGenerator<SecurityEvent, void> {
    for (let cursor: EventKey | undefined, isLast = false; !isLast; ) {
      const page: EventPage = await this.list(filter, cursor, perPage);
      yield* page.events;
      cursor = page.after;
      isLast = cursor === undefined;
    }
  }

  async countsOverTime(
    filter: EventFilter,
    by: FilterColumn,
    bucketMs: number,
  ): Promise<BucketCount[]> {
    const counts = new Map<string, BucketCount>();
    const start = sql<number>`occurred_at - occurred_at % ${sql.lit(bucketMs)}`;
    for await (const window of this.#windows(filter)) {
      const rows = await window
        .select([start.as('start'), `${by} as value`])
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .groupBy([start, by])
        .execute();
      for (const row of rows) {
        const key = `${row.start} ${row.value}`;
        const before = counts.get(key)?.count ?? 0;
        counts.set(key, { ...row, count: before + row.count });
      }
    }
    return [...counts.values()];
  }

  async countsByValue(filter: EventFilter, by: FilterColumn): Promise<FrequentValues> {
    const counts = new FrequentValues(MOST_VALUES);
    for await (const window of this.#windows(filter)) {
      const rows = await window
        .select(`${by} as value`)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .groupBy(by)
        .execute();
      for (const { value, count } of rows) counts.add(value, count);
    }
    return counts;
  }

  /** The newest event of a rule, which has its description. */
  async latestOfRule(zoneId: string, ruleId: string): Promise<SecurityEvent | undefined> {
    const filter = { zoneId, since: undefined, until: undefined, pathPrefix: undefined };
    const equals = { rule_id: [ruleId] };
    return (await this.list({ ...filter, equals }, undefined, 1)).events[0];
  }

  async *#windows(filter: EventFilter) {
    for (const scan of scansOf(filter)) {
      yield* windows(this.#database.read, scan, startOf(filter));
    }
  }

  async #newest(filter: EventFilter, start: EventKey, most: number): Promise<EventKey[]> {
    const all: EventKey[] = [];
    for (const scan of scansOf(filter)) {
      const found: EventKey[] = [];
      for await (const window of windows(this.#database.read, scan, start, most)) {
        const keys = await window
          .select(['occurred_at as occurredAt', 'seq'])
          .orderBy('occurred_at', 'desc')
          .orderBy('seq', 'desc')
          .limit(most - found.length)
          .execute();
        found.push(...keys);
        if (found.length === most) break;
      }
      all.push(...found);
    }
    return all.sort((a, b) => (isNewer(a, b) ? -1 : 1)).slice(0, most);
  }

  /** In the order of the keys, without events that were trimmed in between. */
  async #load(keys: readonly EventKey[]): Promise<SecurityEvent[]> {
    if (keys.length === 0) return [];
    const rows = await this.#database.read
      .selectFrom('security_events')
      .selectAll()
      .where(
        'seq',
        'in',
        keys.map(({ seq }) => seq),
      )
      .execute();
    const bySeq = new Map(rows.map((row) => [row.seq, row]));
    return keys.flatMap(({ seq }) => {
      const row = bySeq.get(seq);
      return row ? [mapRow(row)] : [];
    });
  }
}

function mapRow(row: Selectable<SecurityEventTable>): SecurityEvent {
  const fields = decodeFields(row.fields_json, row);
  return {
    id: shownId(row.id, fields),
    zoneId: row.zone_id,
    rulesetId: row.ruleset_id,
    fields,
  };
}
