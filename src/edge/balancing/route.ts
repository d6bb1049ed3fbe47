import type { SteeringSnapshot } from '../../contracts/snapshot/load-balancing-section.ts';
import { hashText } from '../../kernel/hash-text.ts';
import { byHash } from './hash.ts';
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
  /** True when the session goes on elsewhere: this request is only a guest here. */
  readonly isGuest: boolean;
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
  const home = homeOf(request);
  if (!home) return freshRoute(request) ?? fallbackRoute(request);
  if (shedsSession(home.pool, request)) {
    return freshRoute(request, { without: home.pool }) ?? fallbackRoute(request);
  }
  const { zeroDowntimeFailover } = request.steering.affinity;
  const mustStay = zeroDowntimeFailover === 'none' || !home.origin.isEjected(request.now);
  if (mustStay) return { ...home, isPinned: true, isGuest: false };
  const isGuest = zeroDowntimeFailover === 'temporary';
  return freshRoute(request, { isGuest }) ?? { ...home, isPinned: true, isGuest: false };
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
  const { failoverAcrossPools, affinity } = request.steering;
  const isGuest =
    first.isGuest || (first.isPinned && affinity.zeroDowntimeFailover === 'temporary');
  const others = failoverAcrossPools ? candidatePools(request) : [];
  for (const pool of [first.pool, ...others]) {
    const left = pool.available(request.now).filter((origin) => !failed.has(origin));
    const origin = originFor(request, pool, left);
    if (origin) return { pool, origin, isPinned: false, isGuest };
  }
  const fallback = fallbackRoute(request, failed);
  const isReachable = others.length > 0 || fallback?.pool === first.pool;
  return fallback && isReachable ? { ...fallback, isGuest } : undefined;
}

/** The pool and origin that a session belongs to, if they can still serve it. */
function homeOf({ steering, session, now, pools }: RouteRequest) {
  if (session.token === undefined) return undefined;
  for (const id of [...steering.defaultPools, steering.fallbackPool]) {
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
    const origin = originFor(request, pool, pool.available(request.now));
    if (origin) return { pool, origin, isPinned: false, isGuest };
  }
  return undefined;
}

function fallbackRoute(
  request: RouteRequest,
  failed?: ReadonlySet<OriginRuntime>,
): Route | undefined {
  const pool = request.pools.get(request.steering.fallbackPool);
  const left = pool?.lastResort(request.now).filter((origin) => !failed?.has(origin)) ?? [];
  const origin = pool && originFor(request, pool, left);
  return pool && origin && { pool, origin, isPinned: false, isGuest: false };
}

/** A session that follows from a key leads to the same origin every time. */
function originFor(
  { session, visitor }: RouteRequest,
  pool: PoolRuntime,
  origins: readonly OriginRuntime[],
): OriginRuntime | undefined {
  return session.key === undefined
    ? chooseOrigin(pool.snapshot.originSteering, origins, visitor)
    : byHash(session.key, origins, ({ snapshot }) => snapshot.weight);
}

/** Pools that can take the request, best first. */
function candidatePools(request: RouteRequest): readonly PoolRuntime[] {
  const { steering, session, visitor, now, pools } = request;
  const up: PoolRuntime[] = [];
  for (const id of steering.defaultPools) {
    const pool = pools.get(id);
    if (pool && pool.available(now).length > 0) up.push(pool);
  }
  return orderPools(up, { steering, key: session.key, random: visitor.random });
}

/** Whether a pool that takes only part of its traffic passes a new visitor on. */
function shedsVisitor({ snapshot }: PoolRuntime, { address, random }: Visitor): boolean {
  const { defaultPercent, defaultPolicy } = snapshot.loadShedding;
  if (defaultPercent === 0) return false;
  const place = defaultPolicy === 'random' ? random() * 100 : hashText(address) % 100;
  return place < defaultPercent;
}

/** The same for one who has a session there; always the same sessions leave. */
function shedsSession({ snapshot }: PoolRuntime, { session, visitor }: RouteRequest): boolean {
  const { sessionPercent } = snapshot.loadShedding;
  return hashText(`${visitor.address} ${session.token}`) % 100 < sessionPercent;
}
