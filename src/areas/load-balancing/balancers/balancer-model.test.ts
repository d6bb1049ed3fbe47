import assert from 'node:assert/strict';
import { test } from 'node:test';
import { affinityOf, enabledRules, mentionedPools, steeringPolicy } from './balancer-model.ts';

test('every pool that may get traffic is found, with its JSON pointer', () => {
  const mentions = mentionedPools({
    name: 'a.test',
    default_pools: ['p1', 'p2'],
    fallback_pool: 'p3',
    region_pools: { WEU: ['p4'] },
    random_steering: { pool_weights: { ignored: 1 } },
    rules: [{ name: 'none' }, { name: 'one', overrides: { pop_pools: { FRA: ['p5'] } } }],
  });
  assert.deepEqual(
    mentions.map(({ poolId, pointer }) => `${poolId} ${pointer}`),
    [
      'p1 /default_pools/0',
      'p2 /default_pools/1',
      'p3 /fallback_pool',
      'p4 /region_pools/WEU/0',
      'p5 /rules/1/overrides/pop_pools/FRA/0',
    ],
  );
});

test('without a policy, pools by location imply geo steering', () => {
  assert.equal(steeringPolicy({}), 'off');
  assert.equal(steeringPolicy({ region_pools: {} }), 'off');
  assert.equal(steeringPolicy({ country_pools: { DE: [] } }), 'geo');
  assert.equal(steeringPolicy({ steering_policy: '', pop_pools: { FRA: [] } }), 'geo');
  assert.equal(steeringPolicy({ steering_policy: 'random', pop_pools: { FRA: [] } }), 'random');
});

test('the default length of sessions depends on the kind of affinity', () => {
  assert.equal(affinityOf({}).kind, 'none');
  assert.equal(affinityOf({ session_affinity: '' }).kind, 'none');
  assert.equal(affinityOf({ session_affinity: 'cookie' }).ttlSeconds, 82_800);
  assert.equal(affinityOf({ session_affinity: 'header' }).ttlSeconds, 1800);
  const withTtl = affinityOf({ session_affinity: 'ip_cookie', session_affinity_ttl: 3600 });
  assert.equal(withTtl.ttlSeconds, 3600);
  const named = affinityOf({ session_affinity_attributes: { headers: ['X-User'] } });
  assert.deepEqual(named.headers, ['x-user']);
});

test('rules run by priority, then in the order of the list', () => {
  const order = (rules: Parameters<typeof enabledRules>[0]) =>
    enabledRules(rules).map(({ name }) => name);
  assert.deepEqual(order([{ name: 'a' }, { name: 'b' }]), ['a', 'b']);
  assert.deepEqual(
    order([
      { name: 'a', priority: 2 },
      { name: 'b', priority: 1, disabled: true },
      { name: 'c', priority: 1 },
      { name: 'd', priority: 2 },
    ]),
    ['c', 'a', 'd'],
  );
});
