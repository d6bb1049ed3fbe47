/** The topic on which edge processes publish how many requests origins have failed. */
export const ORIGIN_RESULTS_TOPIC = 'origin-results';

/** Zones in one message. */
export const MOST_ZONES = 500;

/** What an edge process has counted within a few seconds. */
export interface OriginResults {
  /** When, in milliseconds since the epoch. */
  readonly at: number;
  /** Only zones with requests. */
  readonly zones: readonly OriginResult[];
}

/** A tuple, since there may be many: the zone, requests that were for an origin, and those of them that the origin has failed. */
export type OriginResult = readonly [zoneId: string, requests: number, errors: number];
