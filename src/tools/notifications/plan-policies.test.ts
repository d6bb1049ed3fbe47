import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  HEALTH_ALERT,
  type HealthPolicy,
  type PlannedPolicy,
  type PoolWithEmail,
  planPolicies,
} from './plan-policies.ts';

const changes = ['pool', 'origin'].flatMap((source) =>
  ['Healthy', 'Unhealthy'].map((health) => ({ source, health })),
);
const addresses = ['a@shop.test', 'b@shop.test', 'B@shop.test'];

const choice = fc.option(
  fc.record(
    { disable: fc.option(fc.boolean()), healthy: fc.option(fc.boolean()) },
    { requiredKeys: [] },
  ),
);
const pool = fc.record(
  {
    notification_email: fc
      .array(fc.constantFrom(...addresses, 'b@Shop.test'), { maxLength: 4 })
      .map((list) => list.join(', ')),
    notification_filter: fc.option(
      fc.record({ pool: choice, origin: choice }, { requiredKeys: [] }),
    ),
  },
  { requiredKeys: ['notification_email'] },
);
const pools = fc
  .array(pool, { maxLength: 12 })
  .map((list): PoolWithEmail[] =>
    list.map((each, n) => ({ ...each, id: `id${n}`, name: `n${n}` })),
  );
const values = (...all: string[]) => fc.option(fc.subarray(all));
const existing = fc.array(
  fc.record({
    enabled: fc.boolean(),
    alert_type: fc.constantFrom(HEALTH_ALERT, HEALTH_ALERT, 'load_balancing_pool_enablement_alert'),
    mechanisms: fc.record({
      email: fc.subarray(addresses).map((list) => list.map((id) => ({ id }))),
    }),
    filters: fc.option(
      fc.record({
        pool_id: values('id0', 'id1', 'id2', 'id3'),
        event_source: values('pool', 'origin'),
        new_health: values('healthy', 'UNHEALTHY'),
      }),
    ),
  }),
  { maxLength: 3 },
);

/** Every address, pool and change that the notification fields of the pools cover, by their definition. */
function triplesOfPools(list: readonly PoolWithEmail[]): string[] {
  const triples = list.flatMap(({ id, notification_email: emails, notification_filter: filter }) =>
    emails === ''
      ? []
      : emails.split(', ').flatMap((address) =>
          changes
            .filter(({ source, health }) => {
              const { disable, healthy } = filter?.[source as 'pool'] ?? {};
              if (disable === true) return false;
              return typeof healthy !== 'boolean' || healthy === (health === 'Healthy');
            })
            .map(({ source, health }) => tripleOf(address, id, source, health)),
        ),
  );
  return [...new Set(triples)].sort();
}

function tripleOf(address: string, poolId: string, source: string, health: string): string {
  return [address.replace('Shop', 'shop'), poolId, source, health].join(' ');
}

/** With duplicates, to detect changes that are reported twice. */
function triplesOfPlan(policies: readonly PlannedPolicy[]): string[] {
  return policies
    .flatMap(({ address, poolIds, sources, healths }) =>
      poolIds.flatMap((id) =>
        sources.flatMap((source) => healths.map((health) => tripleOf(address, id, source, health))),
      ),
    )
    .sort();
}

function isReportedBy(policies: readonly HealthPolicy[], triple: string): boolean {
  const [address = '', id = '', source = '', health = ''] = triple.split(' ');
  const passes = (list: readonly string[] | null | undefined, value: string) =>
    !list?.length || list.some((each) => each.toLowerCase() === value.toLowerCase());
  return policies.some(
    ({ enabled, alert_type: type, mechanisms, filters }) =>
      enabled &&
      type === HEALTH_ALERT &&
      mechanisms.email?.some((each) => each.id === address) &&
      passes(filters?.pool_id, id) &&
      passes(filters?.event_source, source) &&
      passes(filters?.new_health, health),
  );
}

function stored({ address, poolIds, sources, healths }: PlannedPolicy): HealthPolicy {
  return {
    enabled: true,
    alert_type: HEALTH_ALERT,
    mechanisms: { email: [{ id: address }] },
    filters: { pool_id: poolIds, event_source: sources, new_health: healths },
  };
}

describe('planned policies', () => {
  it('report the same changes as the pools, each once', () => {
    fc.assert(
      fc.property(pools, fc.integer({ min: 1, max: 5 }), (list, max) => {
        const { policies } = planPolicies(list, [], max);
        assert.deepEqual(triplesOfPlan(policies), triplesOfPools(list));
        assert.ok(policies.every(({ poolIds }) => poolIds.length <= max));
      }),
    );
  });

  it('report changes that existing policies leave out', () => {
    fc.assert(
      fc.property(pools, existing, (list, policies) => {
        const missing = triplesOfPools(list).filter((triple) => !isReportedBy(policies, triple));
        assert.deepEqual(triplesOfPlan(planPolicies(list, policies, 1000).policies), missing);
      }),
    );
  });

  it('are the same after an interruption, whichever of them exist', () => {
    fc.assert(
      fc.property(pools, existing, fc.infiniteStream(fc.boolean()), (list, policies, made) => {
        const whole = planPolicies(list, policies, 3).policies;
        const first = whole.filter(() => made.next().value);
        const rest = planPolicies(list, [...policies, ...first.map(stored)], 3).policies;
        assert.deepEqual(triplesOfPlan([...first, ...rest]), triplesOfPlan(whole));
      }),
    );
  });

  it('are exactly the remaining ones if the first of them exist', () => {
    fc.assert(
      fc.property(pools, fc.nat(20), (list, made) => {
        const whole = planPolicies(list, [], 3).policies;
        const first = whole.slice(0, made);
        const rest = planPolicies(list, first.map(stored), 3).policies;
        const texts = (all: readonly PlannedPolicy[]) =>
          all.map((each) => JSON.stringify(each).replace('Shop', 'shop')).sort();
        assert.deepEqual(texts([...first, ...rest]), texts(whole));
      }),
    );
  });

  it('are few: one for each address and filter, two where the sources differ', () => {
    const all = Array.from({ length: 40 }, (_, n) => ({
      id: `id${n}`,
      name: `n${n}`,
      notification_email: 'a@shop.test,b@shop.test',
      notification_filter:
        n < 10
          ? { pool: { healthy: false }, origin: { disable: true } }
          : n < 20
            ? { pool: { healthy: false }, origin: { healthy: true } }
            : null,
    }));
    const { policies, muted } = planPolicies(all, [], 1000);
    assert.deepEqual(
      policies
        .filter(({ address }) => address === 'a@shop.test')
        .map(({ poolIds, sources, healths }) => [poolIds.length, sources, healths]),
      [
        [20, ['pool'], ['Unhealthy']],
        [10, ['origin'], ['Healthy']],
        [20, ['pool', 'origin'], ['Healthy', 'Unhealthy']],
      ],
    );
    assert.equal(policies.length, 6);
    assert.deepEqual(muted, []);
  });

  it('leave out pools whose filter mutes everything, and name them', () => {
    const off = { disable: true };
    const mute = {
      id: 'id',
      name: 'mute',
      notification_email: 'a@shop.test',
      notification_filter: { pool: off, origin: off },
    };
    const plan = planPolicies([mute, { ...mute, id: 'x', notification_email: '' }], [], 1000);
    assert.deepEqual(plan, { pools: [mute], muted: [mute], policies: [] });
  });
});
