import { type PageSearch, readSearch } from './page-search.ts';

/** What a link to another page keeps of the address: the time range. */
export function keptSearch(before: Record<string, unknown>): PageSearch {
  const { since, until } = readSearch(before);
  return { ...(since && { since }), ...(until && { until }) };
}
