import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { originOf } from '../../../test/support/edge-snapshots.ts';
import { TimerWheel } from '../../transport/timer-wheel.ts';
import { OriginRuntime } from '../balancing/origin-runtime.ts';
import { OriginPools } from './origin-pools.ts';
import { OverriddenOrigins } from './overridden-origins.ts';

const settings = {
  connectMs: 100,
  responseMs: 100,
  idleMs: 100,
  connections: 1,
  headBytes: 65_536,
  fields: 256,
  verifyTls: true,
  wheel: new TimerWheel({ tickMs: 100, now: () => 0 }),
};

describe('overridden origins', () => {
  const origins = new OverriddenOrigins(settings, 2);
  const snapshot = originOf(80, { address: '192.0.2.1', hostHeader: 'inner.test' });
  const chosen = new OriginRuntime('pool', snapshot, new OriginPools(snapshot, settings));
  afterEach(() => origins.close());

  const isOpen = ({ pools }: OriginRuntime) => !pools.forHost('x').isClosed;

  it('have the members of the chosen origin that a rule does not set', () => {
    const part = (override: Parameters<typeof origins.find>[1]) => {
      const { address, port, hostHeader, scheme, name } = origins.find(chosen, override).snapshot;
      return [scheme, address, port, hostHeader, name];
    };
    assert.deepEqual(part({ port: 81 }), ['http', '192.0.2.1', 81, 'inner.test', '192.0.2.1:81']);
    assert.deepEqual(part({ host: '::1' }), ['http', '::1', 80, undefined, '[::1]:80']);
    assert.deepEqual(part({ host: 'b.test', port: 1 }), [
      'http',
      'b.test',
      1,
      undefined,
      'b.test:1',
    ]);
  });

  it('are the chosen origin if only the server name differs', () => {
    assert.equal(origins.find(chosen, { serverName: 'a.test' }), chosen);
  });

  it('keep their connections as long as they are among the most recently used', () => {
    const a = origins.find(chosen, { port: 1 });
    const b = origins.find(chosen, { port: 2 });
    assert.equal(origins.find(chosen, { port: 1 }), a);
    const c = origins.find(chosen, { port: 3 });
    assert.deepEqual([a, b, c].map(isOpen), [true, false, true]);
    assert.notEqual(origins.find(chosen, { port: 2 }), b);
    assert.deepEqual([a, c].map(isOpen), [false, true]);
  });

  it('let their connections end when the edge closes', () => {
    const a = origins.find(chosen, { port: 1 });
    origins.close();
    assert.ok(!isOpen(a));
  });
});
