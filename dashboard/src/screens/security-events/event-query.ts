import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/api-query.ts';
import type { InputOf } from '../../api/client.ts';
import { pagedQuery } from '../../api/paged-query.ts';
import { type Filter, readFilters } from '../../parts/address/filter.ts';
import type { PageSearch } from '../../parts/address/page-search.ts';
import { polling, rangeQuery } from '../../parts/time/range-query.ts';
import { rangeOf, type TimeRange } from '../../parts/time/time-range.ts';

const parameters = [
  'action',
  'source',
  'rule_id',
  'ruleset_id',
  'host',
  'path',
  'ip',
  'country',
  'ray',
];

/** Several values of a parameter are alternatives. A path may contain commas, so there is one. */
const single = new Set(['path']);

export type EventFilters = Readonly<Record<string, string>>;

/** The filters of the page as the API takes them. It has none for all other values. */
export function eventFilters(filters: readonly Filter[]): EventFilters {
  const known = filters.filter(
    ({ column, isNegated }) => !isNegated && parameters.includes(column),
  );
  const byColumn = Map.groupBy(known, ({ column }) => column);
  return Object.fromEntries(
    [...byColumn].map(([column, list]) => {
      const values = list.map(({ value }) => value);
      return [column, single.has(column) ? (values.at(-1) ?? '') : values.join(',')];
    }),
  );
}

/** Filters of an address that no call of the API can apply. */
export function ignoredFilters(filters: readonly Filter[]): readonly Filter[] {
  return filters.filter(({ column, isNegated }) => isNegated || !parameters.includes(column));
}

export interface EventsShown {
  readonly zoneId: string;
  readonly range: TimeRange;
  readonly filters: EventFilters;
}

export function shownEvents(zoneId: string, search: PageSearch): EventsShown {
  return { zoneId, range: rangeOf(search), filters: eventFilters(readFilters(search.filter)) };
}

const PER_PAGE = 50;

export function listInput({
  zoneId,
  range,
  filters,
}: EventsShown): InputOf<'GET /zones/{zone_id}/security/events'> {
  return {
    params: { zone_id: zoneId },
    query: { ...rangeQuery(range), ...filters, per_page: PER_PAGE },
  };
}

/** New events come in front. Once somebody has asked for more pages, the list stays as it is. */
export function useEventList(shown: EventsShown) {
  const { refetchInterval } = polling(shown.range);
  return useInfiniteQuery({
    ...pagedQuery('GET /zones/{zone_id}/security/events', listInput(shown)),
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? refetchInterval : false),
  });
}

export function useEventSeries({ zoneId, range, filters }: EventsShown) {
  return useQuery({
    ...apiQuery('GET /zones/{zone_id}/security/events/timeseries', {
      params: { zone_id: zoneId },
      query: { ...rangeQuery(range), ...filters, by: 'action' },
    }),
    ...polling(range),
  });
}

export type RankedBy = 'rule' | 'ip' | 'host' | 'path' | 'country' | 'action';

export function useTopEvents({ zoneId, range, filters }: EventsShown, by: RankedBy, limit: number) {
  return useQuery({
    ...apiQuery('GET /zones/{zone_id}/security/events/top', {
      params: { zone_id: zoneId },
      query: { ...rangeQuery(range), ...filters, by, limit },
    }),
    ...polling(range),
  });
}
