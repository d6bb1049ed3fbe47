import type {
  AffinitySnapshot,
  SteeringPolicy,
} from '../../../contracts/snapshot/load-balancing-section.ts';
import type { BalancerDocument, BalancerOverrides, BalancerRule } from './balancer-schema.ts';

/** Bounds and default of the length of sessions in seconds, by the kind of affinity. */
export const affinityTtl = {
  cookie: { standard: 23 * 3600, min: 1800, max: 604_800 },
  ip_cookie: { standard: 23 * 3600, min: 1800, max: 604_800 },
  header: { standard: 1800, min: 30, max: 3600 },
} as const;

export interface PoolMention {
  readonly poolId: string;
  readonly pointer: string;
}

/**
 * Every member that sends traffic to a pool. `pool_weights` is not among them: it may name pools that do not
 * exist yet.
 */
export function mentionedPools({ rules = [], ...own }: BalancerDocument): PoolMention[] {
  return [
    ...mentionsIn(own, ''),
    ...rules.flatMap(({ overrides = {} }, n) => mentionsIn(overrides, `/rules/${n}/overrides`)),
  ];
}

function mentionsIn(steering: BalancerOverrides, base: string): PoolMention[] {
  const inList = (ids: readonly string[], pointer: string) =>
    ids.map((poolId, n) => ({ poolId, pointer: `${pointer}/${n}` }));
  const inMap = (member: 'region_pools' | 'country_pools' | 'pop_pools') =>
    Object.entries(steering[member] ?? {}).flatMap(([code, ids]) =>
      inList(ids, `${base}/${member}/${code}`),
    );
  const { default_pools: pools = [], fallback_pool: fallback } = steering;
  return [
    ...inList(pools, `${base}/default_pools`),
    ...(fallback === undefined ? [] : [{ poolId: fallback, pointer: `${base}/fallback_pool` }]),
    ...inMap('region_pools'),
    ...inMap('country_pools'),
    ...inMap('pop_pools'),
  ];
}

type Steering = Pick<
  BalancerOverrides,
  | 'steering_policy'
  | 'region_pools'
  | 'country_pools'
  | 'pop_pools'
  | 'session_affinity'
  | 'session_affinity_ttl'
  | 'session_affinity_attributes'
>;

/** Without a policy, pools by region, country or data centre imply `geo`. */
export function steeringPolicy(steering: Steering): SteeringPolicy {
  if (steering.steering_policy) return steering.steering_policy;
  const { region_pools: region, country_pools: country, pop_pools: pop } = steering;
  const hasLocationPools = [region, country, pop].some((map) => Object.keys(map ?? {}).length > 0);
  return hasLocationPools ? 'geo' : 'off';
}

export function affinityOf(steering: Steering): AffinitySnapshot {
  const kind = steering.session_affinity || 'none';
  const attributes = steering.session_affinity_attributes ?? {};
  const standard = kind === 'none' ? 0 : affinityTtl[kind].standard;
  return {
    kind,
    ttlSeconds: steering.session_affinity_ttl || standard,
    headers: (attributes.headers ?? []).map((name) => name.toLowerCase()),
    requireAllHeaders: attributes.require_all_headers ?? false,
    sameSite: attributes.samesite ?? 'Auto',
    secure: attributes.secure ?? 'Auto',
    drainSeconds: attributes.drain_duration ?? 0,
    zeroDowntimeFailover: attributes.zero_downtime_failover ?? 'none',
  };
}

/** The enabled rules, lowest priority value first; rules with equal priority keep the order of the list. */
export function enabledRules(rules: readonly BalancerRule[]): BalancerRule[] {
  return rules
    .filter(({ disabled = false }) => !disabled)
    .toSorted((a, b) => (a.priority ?? 0) - (b.priority ?? 0));
}

/** The host name of a load balancer, normalised for comparisons. */
export function balancerHost(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
