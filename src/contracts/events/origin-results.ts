/** The topic on which edge processes publish the number of requests to origins, and of failed ones. */
export const ORIGIN_RESULTS_TOPIC = 'origin-results';

/** The maximum number of zones in one message. */
export const MAX_ZONES = 500;

/** Counts of an edge process over a few seconds. */
export interface OriginResults {
  /** When the counts were published, in milliseconds since the epoch. */
  readonly at: number;
  /** Only zones with requests. */
  readonly zones: readonly OriginResult[];
}

/** Requests to origins, and origin errors among them, by zone. A tuple, because there may be many. */
export type OriginResult = readonly [zoneId: string, requests: number, errors: number];
