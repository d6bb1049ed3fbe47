import { POLL_MS } from '../../api/api-query.ts';
import { isLive, rangeSeconds, type TimeRange } from './time-range.ts';

/** A range as the API takes it: without `until` if it ends now. */
export function rangeQuery({ since, until }: TimeRange) {
  return { since, ...(until !== undefined && { until }) };
}

/** Charts of long ranges change little in five seconds. */
const SLOWEST_POLL_MS = 15_000;

/** A range that ends now is read again and again. */
export function polling(range: TimeRange): { readonly refetchInterval: number | false } {
  if (!isLive(range)) return { refetchInterval: false };
  // A thousandth of the range, which is less than a pixel of its chart.
  const thousandthMs = rangeSeconds(range, Date.now());
  return { refetchInterval: Math.min(SLOWEST_POLL_MS, Math.max(POLL_MS, thousandthMs)) };
}
