import type { Capability } from '../../catalogs/permissions.ts';
import { ok, type Route, routeTable } from '../../http/route.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type BucketName, bucketNames } from '../../kernel/counts/time-buckets.ts';
import { Type } from '../../kernel/schema.ts';
import type { TrafficTableName } from './analytics-tables.ts';
import { byStatusClass, seriesDimensions } from './series-dimensions.ts';
import { rankedRange, readRange, seriesRange } from './traffic-range.ts';
import type { TrafficOwner, TrafficReadModel } from './traffic-read-model.ts';
import { rangeText, SeriesResponse, seriesResponse, TopResponse } from './traffic-schema.ts';
import { type Ranking, rankingNames } from './traffic-tops.ts';

const Time = Type.Optional(Type.String({ minLength: 1, maxLength: 64 }));
const RangeQuery = { since: Time, until: Time };

const SeriesQuery = Type.Object({
  ...RangeQuery,
  bucket: Type.Optional(Type.Enum(bucketNames)),
  by: Type.Enum(
    seriesDimensions.map(({ name }) => name),
    { default: byStatusClass.name },
  ),
});

const TopQuery = Type.Object({
  ...RangeQuery,
  by: Type.Enum([...rankingNames], { default: 'path' }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 10 }),
});

interface Owners {
  readonly table: TrafficTableName;
  readonly name: 'zone' | 'account';
  readonly parameter: 'zone_id' | 'account_id';
  readonly capability: Capability;
}

const owners: readonly Owners[] = [
  {
    table: 'zone_traffic',
    name: 'zone',
    parameter: 'zone_id',
    capability: 'security-event:read',
  },
  {
    table: 'account_traffic',
    name: 'account',
    parameter: 'account_id',
    capability: 'account-traffic:read',
  },
];

export function trafficRoutes(traffic: TrafficReadModel, clock: Clock): Route[] {
  const route = routeTable({ tag: 'Traffic', service: 'product', unknownParameters: 'refuse' });

  return owners.flatMap(({ table, name, parameter, capability }) => {
    const access = { kind: 'capability', capability } as const;
    const base = `/${name}s/:${parameter}/traffic`;
    const whose = name === 'zone' ? 'a zone' : 'all zones of an account';
    const ownerOf = (params: Readonly<Record<string, string | undefined>>): TrafficOwner => ({
      table,
      id: params[parameter] ?? '',
    });
    return [
      route({
        method: 'GET',
        path: `${base}/timeseries`,
        operation: `${name}-traffic-timeseries`,
        summary: `Count the requests of ${whose} over time; the last 24 hours by default`,
        access,
        query: SeriesQuery,
        response: SeriesResponse,
        async handle({ params, query }) {
          const now = clock.now();
          const wanted = query.bucket as BucketName | undefined;
          const { bucket, range, period } = seriesRange(readRange(query, now), wanted, now);
          const by = seriesDimensions.find((each) => each.name === query.by) ?? byStatusClass;
          const buckets = await traffic.overTime(ownerOf(params), period, bucket, range);
          return ok(seriesResponse(range, bucket, by, buckets));
        },
      }),
      route({
        method: 'GET',
        path: `${base}/top`,
        operation: `${name}-traffic-top`,
        summary: `Rank the most frequent values of requests of ${whose}; of the last 24 hours by default`,
        access,
        query: TopQuery,
        response: TopResponse,
        async handle({ params, query }) {
          const now = clock.now();
          const { period, range } = rankedRange(readRange(query, now), now);
          const by = query.by as Ranking;
          const values = await traffic.top(ownerOf(params), period, by, range);
          const items = values.top(query.limit);
          return ok({ by, ...rangeText(range), exact: values.isExact, items });
        },
      }),
    ];
  });
}
