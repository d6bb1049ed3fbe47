import type { RequestTrace } from '../../contracts/events/request-trace.ts';
import { eventCountStore } from './event-count-store.ts';
import { type EventKey, searchText } from './security-event-model.ts';
import type { SecurityEventsDb, SecurityEventsTx } from './security-events-tables.ts';

/** Rows per insert statement. A trace has up to 64 KB. */
const INSERT_ROWS = 10;

export interface TracePage {
  readonly traces: readonly RequestTrace[];
  /** Key of the last trace, if more follow. */
  readonly after: EventKey | undefined;
}

export const requestTraceStore = {
  /** Existing traces stay unchanged. */
  async insert(tx: SecurityEventsTx, traces: readonly RequestTrace[]): Promise<void> {
    const added: string[] = [];
    for (let from = 0; from < traces.length; from += INSERT_ROWS) {
      const rows = await tx
        .insertInto('request_traces')
        .values(traces.slice(from, from + INSERT_ROWS).map(toRow))
        .onConflict((conflict) => conflict.columns(['zone_id', 'ray_id']).doNothing())
        .returning('zone_id')
        .execute();
      added.push(...rows.map((row) => row.zone_id));
    }
    await eventCountStore.add(tx, 'request_traces', added);
  },

  async find(
    db: SecurityEventsDb,
    zoneId: string,
    ray: string,
    since: number,
  ): Promise<RequestTrace | undefined> {
    const row = await db
      .selectFrom('request_traces')
      .select('trace_json')
      .where('zone_id', '=', zoneId)
      .where('ray_id', '=', ray)
      .where('occurred_at', '>=', since)
      .executeTakeFirst();
    return row && JSON.parse(row.trace_json);
  },

  /** Newest first. Within a millisecond the order of arrival decides. */
  async list(
    db: SecurityEventsDb,
    zoneId: string,
    since: number,
    before: EventKey,
    perPage: number,
  ): Promise<TracePage> {
    const rows = await older(db, zoneId, before)
      .where('occurred_at', '>=', since)
      .select(['seq', 'occurred_at', 'trace_json'])
      .limit(perPage + 1)
      .execute();
    const shown = rows.slice(0, perPage);
    const last = rows.length > perPage ? shown.at(-1) : undefined;
    return {
      traces: shown.map((row) => JSON.parse(row.trace_json)),
      after: last && { occurredAt: last.occurred_at, seq: last.seq },
    };
  },
};

function older(db: SecurityEventsDb, zoneId: string, before: EventKey) {
  return db
    .selectFrom('request_traces')
    .where('zone_id', '=', zoneId)
    .where((eb) =>
      eb(eb.refTuple('occurred_at', 'seq'), '<', eb.tuple(before.occurredAt, before.seq)),
    )
    .orderBy('occurred_at', 'desc')
    .orderBy('seq', 'desc');
}

function toRow(trace: RequestTrace) {
  return {
    zone_id: trace.zoneId,
    ray_id: searchText(trace.ray),
    occurred_at: trace.startedAt,
    trace_json: JSON.stringify(trace),
  };
}
