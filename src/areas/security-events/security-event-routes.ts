import { invalidParameter } from '../../http/query-times.ts';
import { ok, okLines, okSlice, type Route, routeTable } from '../../http/route.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { FrequentValue } from '../../kernel/counts/frequent-values.ts';
import {
  automaticBucket,
  type BucketName,
  bucketCount,
  bucketNames,
  bucketsMs,
  type TimeRange,
} from '../../kernel/counts/time-buckets.ts';
import { Type } from '../../kernel/schema.ts';
import { FilterQuery, readCursor, toEventFilter } from './event-filter.ts';
import { fillBuckets } from './filled-buckets.ts';
import { cursorOf, type EventFilter } from './security-event-model.ts';
import type { SecurityEventReadModel } from './security-event-read-model.ts';
import {
  EventResponse,
  eventResponse,
  SeriesResponse,
  seriesResponse,
  TopResponse,
} from './security-event-schema.ts';
import type { FilterColumn } from './security-events-tables.ts';

const BASE = '/zones/:zone_id/security/events';
const EXPORT_PAGE = 500;
const MOST_BUCKETS = 1_500;
const DEFAULT_RANGE_MS = 24 * 60 * 60 * 1000;

const ListQuery = Type.Object({
  ...FilterQuery,
  cursor: Type.Optional(Type.String({ maxLength: 64 })),
  per_page: Type.Integer({ minimum: 1, maximum: 500, default: 50 }),
});

const SeriesQuery = Type.Object({
  ...FilterQuery,
  bucket: Type.Optional(Type.Enum(bucketNames)),
  by: Type.Enum(['action', 'source'], { default: 'action' }),
});

/** The values that can be ranked, and their columns. */
const rankings = {
  rule: 'rule_id',
  ip: 'client_ip',
  host: 'host',
  path: 'path',
  country: 'country',
  action: 'action',
  source: 'source',
} as const satisfies Record<string, FilterColumn>;
type Ranking = keyof typeof rankings;

const TopQuery = Type.Object({
  ...FilterQuery,
  by: Type.Enum(Object.keys(rankings), { default: 'rule' }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 10 }),
});

export function securityEventRoutes(
  events: SecurityEventReadModel,
  clock: Clock,
  keepMs: number,
): Route[] {
  const route = routeTable({
    tag: 'Security events',
    service: 'product',
    unknownParameters: 'refuse',
  });
  const access = { kind: 'capability', capability: 'security-event:read' } as const;

  /** Counts need a start and an end. The range is limited to the time for which events are kept. */
  const rangeOf = ({ since, until }: EventFilter): TimeRange => {
    const end = Math.min(until ?? clock.now() + 1, clock.now() + 1);
    const start = Math.max(since ?? end - DEFAULT_RANGE_MS, clock.now() - keepMs);
    // A range before the oldest kept event or after now is empty.
    return { since: Math.min(start, end), until: end };
  };

  return [
    route({
      method: 'GET',
      path: BASE,
      operation: 'security-events-list',
      summary: 'List security events of a zone, newest first',
      access,
      query: ListQuery,
      response: EventResponse,
      list: 'cursor',
      async handle({ params, query }) {
        const filter = toEventFilter(params.zone_id, query, clock.now());
        const page = await events.list(filter, readCursor(query.cursor), query.per_page);
        const after = page.after && cursorOf(page.after);
        return okSlice(page.events.map(eventResponse), query.per_page, after);
      },
    }),
    route({
      method: 'GET',
      path: `${BASE}/timeseries`,
      operation: 'security-events-timeseries',
      summary: 'Count security events over time, by action or source; the last 24 hours by default',
      access,
      query: SeriesQuery,
      response: SeriesResponse,
      async handle({ params, query }) {
        const filter = toEventFilter(params.zone_id, query, clock.now());
        const range = rangeOf(filter);
        const bucket = (query.bucket as BucketName | undefined) ?? automaticBucket(range);
        if (bucketCount(range, bucket) > MOST_BUCKETS) {
          throw invalidParameter(
            'bucket',
            `gives more than ${MOST_BUCKETS} buckets: choose a larger one`,
          );
        }
        const by = query.by as 'action' | 'source';
        const counts = await events.countsOverTime({ ...filter, ...range }, by, bucketsMs[bucket]);
        return ok(seriesResponse(range, bucket, by, fillBuckets(range, bucket, counts)));
      },
    }),
    route({
      method: 'GET',
      path: `${BASE}/top`,
      operation: 'security-events-top',
      summary: 'Rank the most frequent values of security events; of the last 24 hours by default',
      access,
      query: TopQuery,
      response: TopResponse,
      async handle({ params, query }) {
        const filter = toEventFilter(params.zone_id, query, clock.now());
        const by = query.by as Ranking;
        const counts = await events.countsByValue({ ...filter, ...rangeOf(filter) }, rankings[by]);
        const top = counts.top(query.limit);
        const described = by === 'rule' ? await describeRules(events, filter.zoneId, top) : top;
        return ok({ by, exact: counts.isExact, items: described });
      },
    }),
    route({
      method: 'GET',
      path: `${BASE}/export`,
      operation: 'security-events-export',
      summary: 'Export all matching security events, newest first, as JSON lines',
      access,
      query: Type.Object(FilterQuery),
      response: EventResponse,
      list: 'lines',
      async handle({ params, query }) {
        const filter = toEventFilter(params.zone_id, query, clock.now());
        return okLines(mapped(events.all(filter, EXPORT_PAGE), eventResponse));
      },
    }),
  ];
}

/** Adds ruleset and description of each rule, from its newest event. */
async function describeRules(
  events: SecurityEventReadModel,
  zoneId: string,
  top: readonly FrequentValue[],
) {
  return await Promise.all(
    top.map(async (each) => {
      const latest = await events.latestOfRule(zoneId, each.value);
      return {
        ...each,
        ruleset_id: latest?.rulesetId ?? '',
        description: latest?.fields.Description ?? '',
      };
    }),
  );
}

async function* mapped<T, U>(items: AsyncIterable<T>, map: (item: T) => U): AsyncGenerator<U> {
  for await (const item of items) yield map(item);
}
