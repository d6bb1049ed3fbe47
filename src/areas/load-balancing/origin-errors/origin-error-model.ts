export const MINUTE_MS = 60_000;
/** Requests of this time are judged together. */
export const WINDOW_MS = 5 * MINUTE_MS;
/** How long counts are kept. */
export const KEEP_MS = 2 * 60 * MINUTE_MS;
/** Counts of a minute arrive within this time after it. */
const ARRIVAL_MS = 15_000;

/** Fewer errors are no reason to wake anybody. */
const LEAST_ERRORS = 20;

/** What origins did with the requests of a zone. */
export interface OriginCount {
  readonly requests: number;
  readonly errors: number;
}

export function minuteOf(time: number): number {
  return Math.floor(time / MINUTE_MS) * MINUTE_MS;
}

/** The last five minutes whose counts have arrived. */
export function windowAt(now: number): { readonly from: number; readonly to: number } {
  const to = minuteOf(now - ARRIVAL_MS);
  return { from: to - WINDOW_MS, to };
}

/**
 * Whether an incident is open after these counts. It begins with enough errors and ends once their share is within the objective, so
 * that few visitors, who get nothing but errors, do not end it.
 */
export function isIncident(
  wasOpen: boolean,
  { requests, errors }: OriginCount,
  slo: number,
): boolean {
  const isWithin = errors * 100 <= requests * (100 - slo);
  return !isWithin && (wasOpen || errors >= LEAST_ERRORS);
}
