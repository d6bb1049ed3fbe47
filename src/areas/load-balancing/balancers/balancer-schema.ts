import { ReadOnly } from '../../../http/common-schema.ts';
import { type Static, Type } from '../../../kernel/schema.ts';
import type { StoredDocument } from '../../../resources/document-store.ts';
import { addedMembers, addedReadOnly, addedResponse } from '../../../resources/resource-schema.ts';

const MOST_POOLS = 1000;
const Weight = Type.Number({ minimum: 0, maximum: 1 });
const Pool = Type.String({ examples: ['$POOL_ID'] });
const PoolList = Type.Array(Pool, { maxItems: MOST_POOLS });
const PoolMap = Type.Optional(Type.Record(Type.String(), PoolList));

const Attributes = Type.Object({
  samesite: Type.Optional(Type.Enum(['Auto', 'Lax', 'None', 'Strict'])),
  secure: Type.Optional(Type.Enum(['Auto', 'Always', 'Never'])),
  /** Seconds. */
  drain_duration: Type.Optional(Type.Integer({ minimum: 0, maximum: 604_800 })),
  headers: Type.Optional(Type.Array(Type.String(), { maxItems: 5 })),
  require_all_headers: Type.Optional(Type.Boolean()),
  zero_downtime_failover: Type.Optional(Type.Enum(['none', 'temporary', 'sticky'])),
});

/** Members that a rule may override. */
const steeringMembers = {
  ttl: Type.Optional(Type.Integer({ minimum: 1, maximum: 604_800 })),
  steering_policy: Type.Optional(
    Type.Enum([
      '',
      'off',
      'geo',
      'random',
      'dynamic_latency',
      'proximity',
      'least_outstanding_requests',
      'least_connections',
    ]),
  ),
  region_pools: PoolMap,
  country_pools: PoolMap,
  pop_pools: PoolMap,
  random_steering: Type.Optional(
    Type.Object({
      default_weight: Type.Optional(Weight),
      pool_weights: Type.Optional(Type.Record(Type.String(), Weight)),
    }),
  ),
  session_affinity: Type.Optional(Type.Enum(['', 'none', 'cookie', 'ip_cookie', 'header'])),
  session_affinity_ttl: Type.Optional(Type.Integer({ minimum: 0 })),
  session_affinity_attributes: Type.Optional(Attributes),
  adaptive_routing: Type.Optional(
    Type.Object({ failover_across_pools: Type.Optional(Type.Boolean()) }),
  ),
  location_strategy: Type.Optional(
    Type.Object({
      mode: Type.Optional(Type.Enum(['pop', 'resolver_ip'])),
      prefer_ecs: Type.Optional(Type.Enum(['always', 'never', 'proximity', 'geo'])),
    }),
  ),
};

const Overrides = Type.Object({
  default_pools: Type.Optional(PoolList),
  fallback_pool: Type.Optional(Pool),
  ...steeringMembers,
});

const Rule = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  /** An empty condition is always true. */
  condition: Type.Optional(Type.String()),
  priority: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  disabled: Type.Optional(Type.Boolean()),
  terminates: Type.Optional(Type.Boolean()),
  overrides: Type.Optional(Overrides),
  fixed_response: Type.Optional(
    Type.Object({
      status_code: Type.Optional(Type.Integer({ minimum: 200, maximum: 599 })),
      content_type: Type.Optional(Type.String({ maxLength: 32 })),
      location: Type.Optional(Type.String({ maxLength: 2048 })),
      message_body: Type.Optional(Type.String({ maxLength: 1024 })),
    }),
  ),
});

const balancerMembers = {
  name: Type.String({ minLength: 1, maxLength: 253, examples: ['www.shop.test'] }),
  default_pools: PoolList,
  fallback_pool: Pool,
  description: Type.Optional(Type.String({ maxLength: 1000 })),
  enabled: Type.Optional(Type.Boolean()),
  proxied: Type.Optional(Type.Boolean()),
  ...steeringMembers,
  rules: Type.Optional(Type.Array(Rule, { maxItems: 100 })),
  networks: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 })),
};

const BalancerMembers = Type.Object(balancerMembers);

export const BalancerBody = Type.Object({
  ...balancerMembers,
  ...addedReadOnly,
  zone_name: ReadOnly,
});

export const BalancerResponse = Type.Object({ ...addedResponse, ...balancerMembers });

/** The members of a load balancer that clients write. */
export type BalancerDocument = Static<typeof BalancerMembers>;
export type BalancerOverrides = Static<typeof Overrides>;
export type BalancerRule = Static<typeof Rule>;

export interface BalancerRecord extends StoredDocument<BalancerDocument> {
  readonly accountId: string;
  readonly zoneId: string;
}

/** The document, with the defaults that clients expect to see. */
export function balancerResponse(record: BalancerRecord) {
  return {
    ...addedMembers(record),
    enabled: true,
    proxied: false,
    steering_policy: '',
    session_affinity: 'none',
    ...record.document,
  };
}
