import { BUCKET_MS } from '../event-bucket-model.ts';

const HOUR_MS = 3_600_000;

/** A bucket is compared with those of this time before it. */
const BASELINE_MS = 6 * HOUR_MS;
/** Nothing is compared with less than this: a zone that is new has no usual number of events yet. */
const SHORTEST_BASELINE_MS = HOUR_MS;
/** How long nothing is said about the same series after a spike. */
export const QUIET_MS = 2 * HOUR_MS;

export const LEAST_EVENTS = 200;
const LEAST_Z_SCORE = 3.5;

export interface Spike {
  readonly count: number;
  readonly mean: number;
  /** How many standard deviations the number is above the mean. */
  readonly zScore: number;
}

/** The start of the first bucket of the baseline; undefined if the zone is too new. */
export function baselineStart(bucketAt: number, zoneCreatedAt: number): number | undefined {
  const firstWhole = Math.ceil(zoneCreatedAt / BUCKET_MS) * BUCKET_MS;
  const start = Math.max(bucketAt - BASELINE_MS, firstWhole);
  return bucketAt - start >= SHORTEST_BASELINE_MS ? start : undefined;
}

/**
 * Whether a number of events is far above the usual ones. The deviation is at least that of independent events, the root of the
 * mean, and at least one, so that a baseline without events divides by nothing small.
 */
export function spikeOf(count: number, baseline: readonly number[]): Spike | undefined {
  if (count < LEAST_EVENTS || baseline.length === 0) return undefined;
  const mean = average(baseline);
  const variance = average(baseline.map((each) => (each - mean) ** 2));
  const zScore = (count - mean) / Math.max(Math.sqrt(variance), Math.sqrt(mean), 1);
  return zScore > LEAST_Z_SCORE ? { count, mean, zScore } : undefined;
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}
