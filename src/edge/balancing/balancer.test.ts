import assert from 'node:assert/strict';
import { it } from 'node:test';
import { balancerOf, noAffinity } from '../../../test/support/edge-snapshots.ts';
import type { SteeringOverrides } from '../../contracts/snapshot/load-balancing-section.ts';
import { LiveRequest } from '../rules/live-request.ts';
import { RuleParts } from '../rules/rule-parts.ts';
import { Balancer } from './balancer.ts';

const rule = (expression: string, overrides: SteeringOverrides, terminates = false) => ({
  name: expression,
  expression,
  terminates,
  overrides,
});

function planOf(...rules: ReturnType<typeof rule>[]) {
  const snapshot = balancerOf('shop.test', ['a'], { affinity: noAffinity, rules });
  const balancer = new Balancer(snapshot, new RuleParts());
  const plan = balancer.plan(
    () =>
      new LiveRequest({
        stream: {
          version: '1.1',
          headers: { pairs: ['Host', 'shop.test'] },
          connection: { localPort: 0 },
        },
        method: 'GET',
        scheme: 'http',
        target: '/path?q=1',
        rawTarget: '/path?q=1',
        authority: 'shop.test',
        host: 'shop.test',
        clientAddress: '192.0.2.1',
        startedAt: 0,
      }),
  );
  assert.equal(plan.kind, 'steer');
  return plan.steering;
}

it('a later rule keeps the changes of earlier rules', () => {
  const steering = planOf(
    rule('http.host eq "shop.test"', { affinity: { kind: 'cookie' }, defaultPools: ['b'] }),
    rule('http.request.uri.path eq "/path"', { affinity: { ttlSeconds: 3600 } }),
    rule('http.host eq "other.test"', { defaultPools: ['c'] }),
  );
  assert.deepEqual(steering.defaultPools, ['b']);
  assert.deepEqual(steering.affinity, { ...noAffinity, kind: 'cookie', ttlSeconds: 3600 });
});

it('a rule that terminates ends the evaluation', () => {
  const steering = planOf(
    rule('true', { defaultPools: ['b'] }, true),
    rule('true', { defaultPools: ['c'] }),
  );
  assert.deepEqual(steering.defaultPools, ['b']);
});
