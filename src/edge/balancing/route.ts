import type { SteeringSnapshot } from '../../contracts/snapshot/load-balancing-section.ts';
import { hashText } from '../../kernel/hash-text.ts';
import { byHash } from './hash.ts';
import { poolIdsFor } from './location.ts';
import type { OriginRuntime } from './origin-runtime.ts';
import type { PoolRuntime } from './pool-runtime.ts';
import type { Session } from './session.ts';
import { chooseOrigin, orderPools, type Visitor } from './steering.ts';

/** The origin that a request goes to. */
export interface Route {
  readonly pool: PoolRuntime;
  readonly origin: OriginRuntime;
  /** Whether the visitor's session belongs to this origin. */
  readonly isPinned: boolean;
  /** Whether the session belongs to another origin and returns to it after this request. */
  readonly isGuest: boolean;
  /**
   * Makes the header field that sends the visitor's address to the gateway. Only the route to the gateway has it; rules
   * cannot override that route.
   */
  readonly callerField?: (clientAddress: string) => readonly [name: string, value: string];
}

export interface RouteRequest {
  readonly steering: SteeringSnapshot;
  readonly session: Session;
  readonly visitor: Visitor;
  readonly now: number;
  /** The same moment on the monotonic clock, which ejections use. */
  readonly tick: number;
  /** All pools by id. */
  readonly pools: ReadonlyMap<string, PoolRuntime>;
}

/** The origin for a request; undefined if there is none at all. */
export function findRoute(request: RouteRequest): Route | undefined {
  const home = homeOf(request);
  if (!home) return freshRoute(request) ?? fallbackRoute(request);
  if (shedsSession(home.pool, request)) {
    return freshRoute(request, { without: home.pool }) ?? fallbackRoute(request);
  }
  const { zeroDowntimeFailover } = request.steering.affinity;
  const mustStay = zeroDowntimeFailover === 'none' || !home.origin.isEjected(request.tick);
  if (mustStay) return { ...home, isPinned: true, isGuest: false };
  const isGuest = zeroDowntimeFailover === 'temporary';
  return freshRoute(request, { isGuest }) ?? { ...home, isPinned: true, isGuest: false };
}

/**
 * The route of a retry: an origin that has not failed yet, from the same pool or, with failover across pools, from the
 * next one. As in the first choice, the fallback pool comes last and is used even if it is unhealthy.
 */
export function findOtherRoute(
  request: RouteRequest,
  first: Route,
  failed: ReadonlySet<OriginRuntime>,
): Route | undefined {
  const { failoverAcrossPools, affinity } = request.steering;
  const isGuest =
    first.isGuest || (first.isPinned && affinity.zeroDowntimeFailover === 'temporary');
  const others = failoverAcrossPools ? candidatePools(request) : [];
  for (const pool of [first.pool, ...others]) {
    const left = pool.available(request.tick).filter((origin) => !failed.has(origin));
    const origin = originFor(request, pool, left);
    if (origin) return { pool, origin, isPinned: false, isGuest };
  }
  const fallback = fallbackRoute(request, failed);
  const isReachable = others.length > 0 || fallback?.pool === first.pool;
  return fallback && isReachable ? { ...fallback, isGuest } : undefined;
}

/** The pool and origin of a session, if they can still serve it. */
function homeOf({ steering, session, visitor, now, pools }: RouteRequest) {
  if (session.token === undefined) return undefined;
  for (const id of [...poolIdsFor(steering, visitor.location), steering.fallbackPool]) {
    const pool = pools.get(id);
    const origin = pool?.ofSession(session.token, steering.affinity.drainSeconds, now);
    if (pool && origin) return { pool, origin };
  }
  return undefined;
}

function freshRoute(
  request: RouteRequest,
  { without, isGuest = false }: { without?: PoolRuntime; isGuest?: boolean } = {},
): Route | undefined {
  for (const pool of candidatePools(request)) {
    if (pool === without || shedsVisitor(pool, request.visitor)) continue;
    const origin = originFor(request, pool, pool.available(request.tick));
    if (origin) return { pool, origin, isPinned: false, isGuest };
  }
  return undefined;
}

function fallbackRoute(
  request: RouteRequest,
  failed?: ReadonlySet<OriginRuntime>,
): Route | undefined {
  const pool = request.pools.get(request.steering.fallbackPool);
  const left = pool?.lastResort(request.tick).filter((origin) => !failed?.has(origin)) ?? [];
  const origin = pool && originFor(request, pool, left);
  return pool && origin && { pool, origin, isPinned: false, isGuest: false };
}

/** A session with a key gets the same origin every time. */
function originFor(
  { session, visitor }: RouteRequest,
  pool: PoolRuntime,
  origins: readonly OriginRuntime[],
): OriginRuntime | undefined {
  return session.key === undefined
    ? chooseOrigin(pool.snapshot.originSteering, origins, visitor)
    : byHash(session.key, origins, ({ snapshot }) => snapshot.weight);
}

/** Pools that can serve the request, best first. */
function candidatePools(request: RouteRequest): readonly PoolRuntime[] {
  const { steering, session, visitor, tick, pools } = request;
  const up: PoolRuntime[] = [];
  for (const id of poolIdsFor(steering, visitor.location)) {
    const pool = pools.get(id);
    if (pool && pool.available(tick).length > 0) up.push(pool);
  }
  const { random, location } = visitor;
  return orderPools(up, { steering, key: session.key, random, location });
}

/** Whether load shedding sends a visitor without a session to another pool. */
function shedsVisitor({ snapshot }: PoolRuntime, { address, random }: Visitor): boolean {
  const { defaultPercent, defaultPolicy } = snapshot.loadShedding;
  if (defaultPercent === 0) return false;
  const percentile = defaultPolicy === 'random' ? random() * 100 : hashText(address) % 100;
  return percentile < defaultPercent;
}

/** Whether load shedding moves a visitor whose session is in the pool. It always moves the same sessions. */
function shedsSession({ snapshot }: PoolRuntime, { session, visitor }: RouteRequest): boolean {
  const { sessionPercent } = snapshot.loadShedding;
  return hashText(`${visitor.address} ${session.token}`) % 100 < sessionPercent;
}
