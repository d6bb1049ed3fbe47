import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { sampleEvent } from '../../src/areas/security-events/fixtures/sample-event.ts';
import { openEmbeddedBus } from '../../src/bus/embedded/embedded-bus.ts';
import { FIREWALL_EVENTS_TOPIC } from '../../src/contracts/events/firewall-event.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { type NodeProcess, nodeHome } from '../support/node-process.ts';

async function call<T>(node: NodeProcess, method: string, path: string, body?: object): Promise<T> {
  const headers = { authorization: `Bearer ${node.token()}`, 'content-type': 'application/json' };
  const sent = body ? { body: JSON.stringify(body) } : {};
  const answer = await fetch(`${node.api}${path}`, { method, headers, ...sent });
  return ((await answer.json()) as { result: T }).result;
}

interface Trace {
  readonly decision: { readonly status: number; readonly rule_id: string };
  readonly phases: readonly {
    readonly rules: readonly {
      readonly id: string;
      readonly ref: string;
      readonly outcome: string;
    }[];
    readonly values: readonly { readonly value: string }[];
  }[];
}

async function newZone(node: NodeProcess): Promise<string> {
  const [account] = await call<{ id: string }[]>(node, 'GET', '/accounts');
  const body = { name: 'shop.test', account };
  return (await call<{ id: string }>(node, 'POST', '/zones', body)).id;
}

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

    const zoneId = await newZone(node);
    const base = `/zones/${zoneId}/security/events`;

    async function untilListed(...wanted: string[]): Promise<void> {
      const seen = async () =>
        (await call<{ id: string }[]>(node, 'GET', base)).map(({ id }) => id);
      while (String(await seen()) !== String(wanted)) await setTimeout(20);
    }

    const event = sampleEvent(zoneId, { id: 'first', Datetime: Date.now() - 1_000 });
    const started = performance.now();
    await bus.publish(FIREWALL_EVENTS_TOPIC, [event, { not: 'an event' }]);
    await untilListed('first');
    const tookMs = performance.now() - started;
    assert.ok(tookMs < 5_000, `it took ${tookMs} ms`);
    const metrics = await (await fetch(`${node.origin}/metrics`)).text();
    assert.match(metrics, /bus_refused_total\{[^}]*topic="firewall-events"[^}]*\} 1/);

    assert.equal(await node.end(), 0);
    const later = sampleEvent(zoneId, { id: 'second', Datetime: Date.now() });
    await bus.publish(FIREWALL_EVENTS_TOPIC, [event, later]);
    node = await home.start();
    await untilListed('second', 'first');
    assert.equal(await node.end(), 0);
  });

  it('are made by the edge when a rule matches', async (test) => {
    const home = await nodeHome();
    test.after(() => home.remove());
    const node = await home.start();
    const zoneId = await newZone(node);
    const [account] = await call<{ id: string }[]>(node, 'GET', '/accounts');
    const pools = `/accounts/${account?.id}/load_balancers/pools`;
    // Nothing listens there; nothing is asked of it.
    const origins = [{ name: 'none', address: '127.0.0.1', port: 9 }];
    const pool = await call<{ id: string }>(node, 'POST', pools, { name: 'shop', origins });
    await call(node, 'POST', `/zones/${zoneId}/load_balancers`, {
      name: 'www.shop.test',
      default_pools: [pool.id],
      fallback_pool: pool.id,
    });
    await call(node, 'POST', `/zones/${zoneId}/rulesets`, {
      name: 'Custom rules',
      kind: 'zone',
      phase: 'http_request_firewall_custom',
      rules: [{ expression: 'http.request.uri.path eq "/admin"', action: 'block', ref: 'mine' }],
    });

    async function visit(): Promise<IncomingMessage> {
      const headers = { host: 'www.shop.test' };
      const sent = request(`${node.edge}/admin?a=1`, { headers, agent: false }).end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      return answer.resume();
    }
    let answer = await visit();
    for (; answer.statusCode !== 403; await setTimeout(20)) answer = await visit();

    const path = `/zones/${zoneId}/security/events?host=www.shop.test&path=/admin&action=block`;
    let events: { ref: string; source: string; response: object }[] = [];
    for (; events.length === 0; await setTimeout(20)) events = await call(node, 'GET', path);
    assert.equal(events[0]?.ref, 'mine');
    assert.equal(events[0]?.source, 'firewallcustom');
    assert.deepEqual(events[0]?.response, { edge_status: 403, origin_status: 0 });

    // Why: by the ray of the answer.
    const why = `/zones/${zoneId}/security/trace/${answer.headers['cf-ray']}`;
    let trace: Trace | null = null;
    for (; trace === null; await setTimeout(20)) trace = await call(node, 'GET', why);
    assert.equal(trace.decision.status, 403);
    const [rule] = trace.phases[0]?.rules ?? [];
    assert.deepEqual(
      [rule?.ref, rule?.outcome, rule?.id],
      ['mine', 'matched', trace.decision.rule_id],
    );
    assert.equal(trace.phases[0]?.values[0]?.value, '/admin');
    assert.equal(await node.end(), 0);
  });
});
