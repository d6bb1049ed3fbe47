import { POLL_MS } from '../../api/api-query.ts';
import { isLive, type TimeRange } from './time-range.ts';

/** A range as the API takes it: without `until` if it ends now. */
export function rangeQuery({ since, until }: TimeRange) {
  return { since, ...(until !== undefined && { until }) };
}

/** A range that ends now is read again and again. */
export function polling(range: TimeRange): { readonly refetchInterval: number | false } {
  return { refetchInterval: isLive(range) ? POLL_MS : false };
}
