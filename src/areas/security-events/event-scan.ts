import { setImmediate } from 'node:timers/promises';
import { END_OF_TIME } from '../../kernel/timestamp.ts';
import { searchKey } from './search-key.ts';
import type { EventFilter, EventKey } from './security-event-model.ts';
import {
  type FilterColumn,
  filterColumns,
  type SecurityEventsDb,
} from './security-events-tables.ts';

/** Rows per query: a few milliseconds of work. */
const WINDOW_ROWS = 5_000;

/** Later than every event. */
const END: EventKey = { occurredAt: END_OF_TIME, seq: 0 };

/**
 * A scan along one index, from the newest event to the oldest. The most selective filter chooses the index;
 * the other filters are checked for each row. If that filter has several values, there is one scan for each
 * of them, since no index orders all of them by time.
 */
export interface EventScan {
  readonly filter: EventFilter;
  readonly lead: { readonly column: FilterColumn; readonly value: string } | undefined;
}

export function scansOf(filter: EventFilter): EventScan[] {
  const column = filterColumns.find((name) => filter.equals[name]);
  const values = column && filter.equals[column];
  if (!column || !values) return [{ filter, lead: undefined }];
  return [...new Set(values)].map((value) => ({ filter, lead: { column, value } }));
}

/** The key before which a scan starts. */
export function startOf({ until }: Pick<EventFilter, 'until'>, cursor?: EventKey): EventKey {
  const start = until === undefined ? END : { occurredAt: until, seq: 0 };
  if (!cursor || cursor.occurredAt >= start.occurredAt) return start;
  return cursor;
}

/**
 * Splits a scan into windows, so that each query reads a bounded number of rows: SQLite runs on the thread that
 * serves all other requests. Yields the query for the matching events of each window.
 */
export async function* windows(db: SecurityEventsDb, scan: EventScan, start: EventKey, most = 0) {
  // Without further filters every row matches, so a window needs no more rows than requested.
  const size = most > 0 && !hasFurtherFilters(scan) ? most : WINDOW_ROWS;
  for (let before: EventKey | undefined = start; before; ) {
    yield matching(db, scan, before, size);
    before = await keyBehind(db, scan, before, size);
    await setImmediate();
  }
}

/** The key of the last row of a window; undefined if fewer rows are left. */
async function keyBehind(
  db: SecurityEventsDb,
  scan: EventScan,
  before: EventKey,
  rows: number,
): Promise<EventKey | undefined> {
  return await walk(db, scan, before)
    .select(['occurred_at as occurredAt', 'seq'])
    .offset(rows - 1)
    .limit(1)
    .executeTakeFirst();
}

/** The limit of the subquery also prevents the planner from choosing an index for the further filters. */
export function matching(db: SecurityEventsDb, scan: EventScan, before: EventKey, rows: number) {
  const window = walk(db, scan, before)
    .select(['zone_id', 'occurred_at', 'seq', ...filterColumns])
    .limit(rows)
    .as('events');
  // Keys of the index can collide with those of other zones and values, so both are compared.
  let query = db.selectFrom(window).where('zone_id', '=', scan.filter.zoneId);
  for (const column of filterColumns) {
    const isLead = column === scan.lead?.column;
    const values = isLead && scan.lead ? [scan.lead.value] : scan.filter.equals[column];
    if (values) query = query.where(column, 'in', values);
  }
  const { pathPrefix } = scan.filter;
  if (pathPrefix === undefined) return query;
  const length = Array.from(pathPrefix).length;
  return query.where((eb) =>
    eb(eb.fn<string>('substr', ['path', eb.lit(1), eb.lit(length)]), '=', pathPrefix),
  );
}

function walk(db: SecurityEventsDb, { filter, lead }: EventScan, before: EventKey) {
  const { zoneId } = filter;
  let query = lead
    ? db
        .selectFrom('security_events')
        .where(`${lead.column}_key`, '=', searchKey(zoneId, lead.column, lead.value))
    : db.selectFrom('security_events').where('zone_id', '=', zoneId);
  if (filter.since !== undefined) query = query.where('occurred_at', '>=', filter.since);
  return query
    .where((eb) =>
      eb(eb.refTuple('occurred_at', 'seq'), '<', eb.tuple(before.occurredAt, before.seq)),
    )
    .orderBy('occurred_at', 'desc')
    .orderBy('seq', 'desc');
}

function hasFurtherFilters({ filter, lead }: EventScan): boolean {
  if (filter.pathPrefix !== undefined) return true;
  return filterColumns.some((column) => column !== lead?.column && filter.equals[column]);
}
