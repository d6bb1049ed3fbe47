import type {
  OriginSteeringPolicy,
  SteeringPolicy,
  SteeringSnapshot,
} from '../../contracts/snapshot/load-balancing-section.ts';
import { byHash, byWeight } from './hash.ts';
import type { OriginRuntime } from './origin-runtime.ts';
import type { PoolRuntime } from './pool-runtime.ts';

export type Random = () => number;

/** What is known of a visitor when an origin is chosen. */
export interface Visitor {
  readonly address: string;
  readonly random: Random;
}

const weight = (origin: OriginRuntime) => origin.snapshot.weight;

const originPolicies: Record<
  OriginSteeringPolicy,
  (origins: readonly OriginRuntime[], visitor: Visitor) => OriginRuntime | undefined
> = {
  random: (origins, { random }) => byWeight(origins, weight, random),
  hash: (origins, { address }) => byHash(address, origins, weight),
  least_outstanding_requests: (origins, { random }) =>
    byWeight(origins, (origin) => weight(origin) / (1 + origin.inFlight), random),
  least_connections: (origins, { random }) =>
    byWeight(origins, (origin) => weight(origin) / (1 + origin.connections), random),
};

export function chooseOrigin(
  policy: OriginSteeringPolicy,
  origins: readonly OriginRuntime[],
  visitor: Visitor,
): OriginRuntime | undefined {
  return origins.length < 2 ? origins[0] : originPolicies[policy](origins, visitor);
}

/** What the order of pools depends on. */
export interface OrderRequest {
  readonly steering: SteeringSnapshot;
  /** Of a session that has to lead to the same pool every time. */
  readonly key: string | undefined;
  readonly random: Random;
}

type PoolOrder = (pools: readonly PoolRuntime[], request: OrderRequest) => readonly PoolRuntime[];

const asWritten: PoolOrder = (pools) => pools;

/** The best pool by chance, or by a session's key, first, and the others as they were written. */
function byShare(scale: (pool: PoolRuntime) => number): PoolOrder {
  return (pools, { steering, key, random }) => {
    const { byPool, standard } = steering.poolWeights;
    const weightOf = (pool: PoolRuntime) => byPool[pool.id] ?? standard;
    const first =
      key === undefined
        ? byWeight(pools, (pool) => weightOf(pool) * scale(pool), random)
        : byHash(key, pools, weightOf);
    return first ? [first, ...pools.filter((pool) => pool !== first)] : pools;
  };
}

const byLatency: PoolOrder = (pools) => {
  // Without data a pool keeps its place behind those that have some.
  const latency = (pool: PoolRuntime) => pool.roundTripMs ?? Number.POSITIVE_INFINITY;
  return pools.toSorted((a, b) => (latency(a) === latency(b) ? 0 : latency(a) - latency(b)));
};

const poolOrders: Record<SteeringPolicy, PoolOrder> = {
  off: asWritten,
  // The place of a visitor is not known to this edge, so these act as `off`.
  geo: asWritten,
  proximity: asWritten,
  random: byShare(() => 1),
  dynamic_latency: byLatency,
  least_outstanding_requests: byShare((pool) => 1 / (1 + pool.inFlight)),
  least_connections: byShare((pool) => 1 / (1 + pool.connections)),
};

/** Pools in the order in which they should be tried. */
export function orderPools(
  pools: readonly PoolRuntime[],
  request: OrderRequest,
): readonly PoolRuntime[] {
  return pools.length < 2 ? pools : poolOrders[request.steering.steering](pools, request);
}
