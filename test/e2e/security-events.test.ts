import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { sampleEvent } from '../../src/areas/security-events/fixtures/sample-event.ts';
import { openEmbeddedBus } from '../../src/bus/embedded/embedded-bus.ts';
import { FIREWALL_EVENTS_TOPIC } from '../../src/contracts/events/firewall-event.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { nodeHome } from '../support/node-process.ts';

describe('security events of a node', () => {
  it('go from the bus to the API, once, also over a restart', async (test) => {
    const home = await nodeHome();
    test.after(() => home.remove());
    let node = await home.start();
    const bus = openEmbeddedBus({
      folder: join(home.dataDir, 'bus'),
      writer: 'test',
      clock: systemClock,
      onError: (error) => assert.fail(error),
    });
    test.after(() => bus.close());

    async function call<T>(method: string, path: string, body?: object): Promise<T> {
      const headers = {
        authorization: `Bearer ${node.token()}`,
        'content-type': 'application/json',
      };
      const sent = body ? { body: JSON.stringify(body) } : {};
      const answer = await fetch(`${node.api}${path}`, { method, headers, ...sent });
      return ((await answer.json()) as { result: T }).result;
    }
    const [account] = await call<{ id: string }[]>('GET', '/accounts');
    const zone = await call<{ id: string }>('POST', '/zones', { name: 'shop.test', account });
    const base = `/zones/${zone.id}/security/events`;

    async function untilListed(...wanted: string[]): Promise<void> {
      const seen = async () => (await call<{ id: string }[]>('GET', base)).map(({ id }) => id);
      while (String(await seen()) !== String(wanted)) await setTimeout(20);
    }

    const event = sampleEvent(zone.id, { id: 'first', Datetime: Date.now() - 1_000 });
    const started = performance.now();
    await bus.publish(FIREWALL_EVENTS_TOPIC, [event, { not: 'an event' }]);
    await untilListed('first');
    const tookMs = performance.now() - started;
    assert.ok(tookMs < 5_000, `it took ${tookMs} ms`);
    const metrics = await (await fetch(`${node.origin}/metrics`)).text();
    assert.match(metrics, /bus_refused_total\{[^}]*topic="firewall-events"[^}]*\} 1/);

    assert.equal(await node.end(), 0);
    const later = sampleEvent(zone.id, { id: 'second', Datetime: Date.now() });
    await bus.publish(FIREWALL_EVENTS_TOPIC, [event, later]);
    node = await home.start();
    await untilListed('second', 'first');
    assert.equal(await node.end(), 0);
  });
});
