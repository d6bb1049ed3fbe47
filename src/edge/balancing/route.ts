import type { SteeringSnapshot } from '../../contracts/snapshot/load-balancing-section.ts';
import { byHash, hashText } from './hash.ts';
import type { OriginRuntime } from './origin-runtime.ts';
import type { PoolRuntime } from './pool-runtime.ts';
import type { Session } from './session.ts';
import { chooseOrigin, orderPools, type Visitor } from './steering.ts';

/** Where a request goes. */
export interface Route {
  readonly pool: PoolRuntime;
  readonly origin: OriginRuntime;
  /** True when the visitor's session asked for this origin. */
  readonly isPinned: boolean;
}

export interface RouteRequest {
  readonly steering: SteeringSnapshot;
  readonly session: Session;
  readonly visitor: Visitor;
  readonly now: number;
  /** The pools there are, by id. */
  readonly pools: ReadonlyMap<string, PoolRuntime>;
}

/** The origin for a request; undefined when there is none at all. */
export function findRoute(request: RouteRequest): Route | undefined {
  return pinnedRoute(request) ?? freshRoute(request) ?? fallbackRoute(request);
}

/**
 * Another origin after some have failed: of the same pool, or, where that is wanted, of the next.
 * The fallback pool is asked last and whatever its health, as in the first choice.
 */
export function findOtherRoute(
  request: RouteRequest,
  first: Route,
  failed: ReadonlySet<OriginRuntime>,
): Route | undefined {
  const others = request.steering.failoverAcrossPools ? candidatePools(request) : [];
  for (const pool of [first.pool, ...others]) {
    const left = pool.available(request.now).filter((origin) => !failed.has(origin));
    const origin = chooseOrigin(pool.snapshot.originSteering, left, request.visitor);
    if (origin) return { pool, origin, isPinned: false };
  }
  const fallback = fallbackRoute(request, failed);
  return fallback && (others.length > 0 || fallback.pool === first.pool) ? fallback : undefined;
}

function pinnedRoute({ steering, session, now, pools }: RouteRequest): Route | undefined {
  if (session.token === undefined) return undefined;
  for (const id of [...steering.defaultPools, steering.fallbackPool]) {
    const pool = pools.get(id);
    const origin = pool?.ofSession(session.token, steering.affinity.drainSeconds, now);
    if (
      pool &&
      origin &&
      !sheds(pool.snapshot.loadShedding.sessionPercent, 'hash', session.token)
    ) {
      return { pool, origin, isPinned: true };
    }
  }
  return undefined;
}

function freshRoute(request: RouteRequest): Route | undefined {
  for (const pool of candidatePools(request)) {
    const { loadShedding, originSteering } = pool.snapshot;
    const { defaultPercent, defaultPolicy } = loadShedding;
    if (sheds(defaultPercent, defaultPolicy, request.visitor)) continue;
    const available = pool.available(request.now);
    const { key } = request.session;
    const origin =
      key === undefined
        ? chooseOrigin(originSteering, available, request.visitor)
        : byHash(key, available, ({ snapshot }) => snapshot.weight);
    if (origin) return { pool, origin, isPinned: false };
  }
  return undefined;
}

function fallbackRoute(
  { steering, visitor, now, pools }: RouteRequest,
  failed?: ReadonlySet<OriginRuntime>,
): Route | undefined {
  const pool = pools.get(steering.fallbackPool);
  const left = pool?.lastResort(now).filter((origin) => !failed?.has(origin)) ?? [];
  const origin = pool && chooseOrigin(pool.snapshot.originSteering, left, visitor);
  return pool && origin && { pool, origin, isPinned: false };
}

/** Pools that can take the request, best first. */
function candidatePools({ steering, visitor, now, pools }: RouteRequest): readonly PoolRuntime[] {
  const up: PoolRuntime[] = [];
  for (const id of steering.defaultPools) {
    const pool = pools.get(id);
    if (pool && pool.available(now).length > 0) up.push(pool);
  }
  return orderPools(up, steering, visitor.random);
}

/** Whether a pool that takes only part of its traffic passes this request on. */
function sheds(percent: number, policy: 'random' | 'hash', by: Visitor | string): boolean {
  if (percent === 0) return false;
  if (typeof by !== 'string' && policy === 'random') return by.random() * 100 < percent;
  return hashText(typeof by === 'string' ? by : by.address) % 100 < percent;
}
