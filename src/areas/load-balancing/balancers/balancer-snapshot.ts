import type {
  AffinitySnapshot,
  BalancerRuleSnapshot,
  BalancerSnapshot,
  LoadBalancingSection,
  SteeringOverrides,
  SteeringSnapshot,
} from '../../../contracts/snapshot/load-balancing-section.ts';
import type { SnapshotSection } from '../../area-module.ts';
import type { LoadBalancingDatabase } from '../load-balancing-tables.ts';
import { affinityOf, balancerHost, enabledRules, steeringPolicy } from './balancer-model.ts';
import type {
  BalancerDocument,
  BalancerOverrides,
  BalancerRecord,
  BalancerRule,
} from './balancer-schema.ts';
import type { BalancerSecrets } from './balancer-secrets.ts';
import { mapBalancer } from './balancer-store.ts';

/** Compiles the stored load balancers of each zone for the edge. */
export function balancerSnapshot(
  database: LoadBalancingDatabase,
  secrets: BalancerSecrets,
): SnapshotSection<'loadBalancing'> {
  return {
    name: 'loadBalancing',
    resources: ['zone', 'load_balancer'],
    async build(zoneIds) {
      let query = database.read.selectFrom('load_balancers').selectAll();
      if (zoneIds !== 'all') query = query.where('zone_id', 'in', [...zoneIds]);
      const rows = await query.orderBy('zone_id').orderBy('name').execute();
      const records = rows.map((row) => mapBalancer(row, (sealed, id) => secrets.open(sealed, id)));
      const enabled = records.filter(({ document }) => document.enabled ?? true);
      const sections = new Map<string, LoadBalancingSection>();
      for (const [zoneId, ofZone] of Map.groupBy(enabled, (record) => record.zoneId)) {
        sections.set(zoneId, { balancers: ofZone.map(snapshotOf) });
      }
      return sections;
    },
  };
}

function snapshotOf({ id, document }: BalancerRecord): BalancerSnapshot {
  return {
    id,
    name: balancerHost(document.name),
    ...steeringOf(document),
    rules: enabledRules(document.rules ?? []).map((rule) => ruleSnapshot(rule, document)),
  };
}

function steeringOf(document: BalancerDocument): SteeringSnapshot {
  return {
    defaultPools: document.default_pools,
    fallbackPool: document.fallback_pool,
    regionPools: document.region_pools ?? {},
    countryPools: document.country_pools ?? {},
    popPools: document.pop_pools ?? {},
    steering: steeringPolicy(document),
    poolWeights: weightsOf(document),
    affinity: affinityOf(document),
    failoverAcrossPools: document.adaptive_routing?.failover_across_pools ?? false,
  };
}

function weightsOf({ random_steering: random }: BalancerOverrides) {
  return { standard: random?.default_weight ?? 1, byPool: random?.pool_weights ?? {} };
}

function ruleSnapshot(rule: BalancerRule, document: BalancerDocument): BalancerRuleSnapshot {
  const { condition, overrides = {}, fixed_response: fixed } = rule;
  return {
    name: rule.name,
    expression: condition || 'true',
    terminates: fixed !== undefined || (rule.terminates ?? false),
    overrides: overridesOf(overrides, document),
    ...(fixed && {
      fixedResponse: {
        status: fixed.status_code ?? 200,
        contentType: fixed.content_type,
        location: fixed.location,
        body: fixed.message_body ?? '',
      },
    }),
  };
}

/** For each member of the snapshot, the members of a rule that it is made from. */
const sources = {
  defaultPools: ['default_pools'],
  fallbackPool: ['fallback_pool'],
  regionPools: ['region_pools'],
  countryPools: ['country_pools'],
  popPools: ['pop_pools'],
  steering: ['steering_policy', 'region_pools', 'country_pools', 'pop_pools'],
  poolWeights: ['random_steering'],
  failoverAcrossPools: ['adaptive_routing'],
} as const satisfies Record<
  Exclude<keyof SteeringSnapshot, 'affinity'>,
  readonly (keyof BalancerOverrides)[]
>;

/** Only the members that the rule sets. The others keep the values of the load balancer or of an earlier rule. */
function overridesOf(overrides: BalancerOverrides, document: BalancerDocument): SteeringOverrides {
  const { affinity, ...rest } = steeringOf({ ...document, ...overrides });
  const replaced = Object.entries(rest).filter(([member]) =>
    sources[member as keyof typeof sources].some((source) => overrides[source] !== undefined),
  );
  const affinityChanges = affinityOverrides(overrides, affinity);
  return {
    ...Object.fromEntries(replaced),
    ...(Object.keys(affinityChanges).length > 0 && { affinity: affinityChanges }),
  };
}

/** The members of session affinity that a rule sets, with their resulting values. */
function affinityOverrides(
  overrides: BalancerOverrides,
  affinity: AffinitySnapshot,
): Partial<AffinitySnapshot> {
  const attributes = overrides.session_affinity_attributes ?? {};
  const written: Record<keyof AffinitySnapshot, boolean> = {
    kind: overrides.session_affinity !== undefined,
    // The default length of a session depends on the kind of affinity.
    ttlSeconds:
      overrides.session_affinity_ttl !== undefined || overrides.session_affinity !== undefined,
    headers: attributes.headers !== undefined,
    requireAllHeaders: attributes.require_all_headers !== undefined,
    sameSite: attributes.samesite !== undefined,
    secure: attributes.secure !== undefined,
    drainSeconds: attributes.drain_duration !== undefined,
    zeroDowntimeFailover: attributes.zero_downtime_failover !== undefined,
  };
  return Object.fromEntries(
    Object.entries(affinity).filter(([member]) => written[member as keyof AffinitySnapshot]),
  );
}
