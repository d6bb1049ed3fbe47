import type { ProbeResult } from '../../../outbound/probe/probe-check.ts';
import { type Origin, originKey, type Pool } from '../pools/pool-model.ts';

/** The weight of the latest round trip in the moving average. */
const AVERAGE_WEIGHT = 0.3;
/** A round trip is announced to the edge again if it changes by more than this share and this many milliseconds. */
const ANNOUNCED_SHARE = 0.2;
const ANNOUNCED_MS = 1;

/** The health of an origin after all probes so far. */
export interface OriginHealth {
  /** Undefined until enough results in a row agree. */
  readonly healthy: boolean | undefined;
  /** Length of the current run of passed and of failed probes; one of the two is 0. */
  readonly passes: number;
  readonly failures: number;
  readonly latest: ProbeResult;
  /** Moving average over the probes that passed. */
  readonly averageMs: number | undefined;
  /** The average that was last announced to the edge. */
  readonly announcedMs: number | undefined;
}

/** The number of equal results in a row that change the health. 0 and 1 mean at once. */
export interface Thresholds {
  readonly consecutiveUp: number;
  readonly consecutiveDown: number;
}

/** Health of the enabled origins of a pool by `originKey`, without origins that were not probed yet. */
export type HealthByOrigin = ReadonlyMap<string, OriginHealth>;

/** `degraded`: an origin is down, but enough are up. `critical`: too few are up. */
export type PoolState = 'healthy' | 'degraded' | 'critical' | 'unknown';

export interface OriginChange {
  readonly origin: Origin;
  readonly was: boolean | undefined;
  readonly now: OriginHealth;
}

/** The result of one round of probes for a pool. */
export interface RoundOutcome {
  readonly origins: HealthByOrigin;
  /** Every enabled origin, in the order of the pool. */
  readonly changes: readonly OriginChange[];
  /** Undefined while the state is `unknown`. */
  readonly poolHealthy: boolean | undefined;
  /** Whether the edge needs an update about the pool. */
  readonly mustAnnounce: boolean;
}

export function nextOriginHealth(
  before: OriginHealth | undefined,
  latest: ProbeResult,
  thresholds: Thresholds,
): OriginHealth {
  const passes = latest.healthy ? (before?.passes ?? 0) + 1 : 0;
  const failures = latest.healthy ? 0 : (before?.failures ?? 0) + 1;
  const flips = latest.healthy
    ? passes >= thresholds.consecutiveUp
    : failures >= thresholds.consecutiveDown;
  return {
    healthy: flips ? latest.healthy : before?.healthy,
    passes,
    failures,
    latest,
    averageMs: latest.healthy
      ? movingAverage(before?.averageMs, latest.roundTripMs)
      : before?.averageMs,
    announcedMs: before?.announcedMs,
  };
}

function movingAverage(before: number | undefined, latest: number): number {
  return before === undefined ? latest : before + AVERAGE_WEIGHT * (latest - before);
}

export function poolState(pool: Pool, origins: HealthByOrigin): PoolState {
  const known = enabledOrigins(pool).map((origin) => origins.get(originKey(origin))?.healthy);
  if (known.every((healthy) => healthy === undefined)) return 'unknown';
  const up = known.filter((healthy) => healthy === true).length;
  if (up < pool.minimumOrigins) return 'critical';
  return up === known.length ? 'healthy' : 'degraded';
}

/** Whether the pool is up; undefined while the state is `unknown`. */
export function isPoolHealthy(state: PoolState): boolean | undefined {
  return state === 'unknown' ? undefined : state !== 'critical';
}

export function enabledOrigins(pool: Pool): readonly Origin[] {
  return pool.origins.filter((origin) => origin.enabled);
}

/** The health after a round with one result for each enabled origin. */
export function nextRound(
  pool: Pool,
  before: HealthByOrigin,
  results: ReadonlyMap<string, ProbeResult>,
  thresholds: Thresholds,
): RoundOutcome {
  const changes = enabledOrigins(pool).flatMap((origin): OriginChange[] => {
    const [key, known] = [originKey(origin), before.get(originKey(origin))];
    const latest = results.get(key);
    if (!latest) return [];
    return [{ origin, was: known?.healthy, now: nextOriginHealth(known, latest, thresholds) }];
  });
  const mustAnnounce = changes.some(({ was, now }) => was !== now.healthy || hasMoved(now));
  const origins = new Map(
    changes.map(({ origin, now }) => [
      originKey(origin),
      mustAnnounce ? { ...now, announcedMs: now.averageMs } : now,
    ]),
  );
  return { origins, changes, poolHealthy: isPoolHealthy(poolState(pool, origins)), mustAnnounce };
}

function hasMoved({ averageMs, announcedMs }: OriginHealth): boolean {
  if (averageMs === undefined) return false;
  if (announcedMs === undefined) return true;
  const moved = Math.abs(averageMs - announcedMs);
  return moved > ANNOUNCED_MS && moved > ANNOUNCED_SHARE * announcedMs;
}
