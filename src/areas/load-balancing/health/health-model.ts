import type { ProbeResult } from '../../../outbound/probe/probe-check.ts';
import { type Origin, originKey, type Pool } from '../pools/pool-model.ts';

/** How much of a moving average the latest round trip makes up. */
const AVERAGE_WEIGHT = 0.3;
/** The edge is told of a round trip again when it moved by this share and by this much. */
const TOLD_SHARE = 0.2;
const TOLD_MS = 1;

/** What is known of an origin after its probes so far. */
export interface OriginHealth {
  /** Undefined until enough results in a row said the same. */
  readonly healthy: boolean | undefined;
  /** Latest results in a row that passed, and that failed; one of them is 0. */
  readonly passes: number;
  readonly failures: number;
  readonly latest: ProbeResult;
  /** Moving average of the round trips of probes that passed. */
  readonly averageMs: number | undefined;
  /** The average that the edge was told last. */
  readonly toldMs: number | undefined;
}

/** Results in a row that it takes to change the health; 0 and 1 act at once. */
export interface Thresholds {
  readonly consecutiveUp: number;
  readonly consecutiveDown: number;
}

/** The enabled origins of a pool by key, with their health as far as it is known. */
export type HealthByOrigin = ReadonlyMap<string, OriginHealth>;

/** `degraded`: an origin is down, but enough are up. `critical`: too few are up. */
export type PoolState = 'healthy' | 'degraded' | 'critical' | 'unknown';

export interface OriginChange {
  readonly origin: Origin;
  readonly was: boolean | undefined;
  readonly now: OriginHealth;
}

/** What one round of probes did to a pool. */
export interface RoundOutcome {
  readonly origins: HealthByOrigin;
  /** Every enabled origin, in the order of the pool. */
  readonly changes: readonly OriginChange[];
  /** Undefined: nothing is known yet. */
  readonly poolHealthy: boolean | undefined;
  /** Whether what the edge knows of the pool is out of date. */
  readonly mustTell: boolean;
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
    toldMs: before?.toldMs,
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

/** Whether the pool counts as up; undefined while nothing is known. */
export function isPoolHealthy(state: PoolState): boolean | undefined {
  return state === 'unknown' ? undefined : state !== 'critical';
}

export function enabledOrigins(pool: Pool): readonly Origin[] {
  return pool.origins.filter((origin) => origin.enabled);
}

/** Adds a round of results, one for each enabled origin, to what was known before. */
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
  const mustTell = changes.some(({ was, now }) => was !== now.healthy || hasMoved(now));
  const origins = new Map(
    changes.map(({ origin, now }) => [
      originKey(origin),
      mustTell ? { ...now, toldMs: now.averageMs } : now,
    ]),
  );
  return { origins, changes, poolHealthy: isPoolHealthy(poolState(pool, origins)), mustTell };
}

function hasMoved({ averageMs, toldMs }: OriginHealth): boolean {
  if (averageMs === undefined) return false;
  if (toldMs === undefined) return true;
  const moved = Math.abs(averageMs - toldMs);
  return moved > TOLD_MS && moved > TOLD_SHARE * toldMs;
}
