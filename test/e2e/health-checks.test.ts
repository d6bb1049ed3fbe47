import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startServer } from '../../src/outbound/loopback-server.fixture.ts';
import { eventually } from '../support/eventually.ts';
import { nodeHome } from '../support/node-process.ts';

interface Health {
  readonly pop_health: {
    readonly default: {
      readonly healthy: boolean;
      readonly origins: readonly Record<string, { readonly healthy: boolean }>[];
    };
  };
}

interface Event {
  readonly pool: { readonly healthy: boolean };
  readonly origins: readonly { readonly name: string; readonly failure_reason: string }[];
}

describe('health checks of a node', () => {
  it('notice that an origin died', async (test) => {
    const staying = await startServer((_, response) => response.end('ok'));
    const dying = await startServer((_, response) => response.end('ok'));
    test.after(() => staying.stop());
    const home = await nodeHome();
    test.after(() => home.remove());
    const node = await home.start();
    const headers = { authorization: `Bearer ${node.token()}`, 'content-type': 'application/json' };

    async function call<T>(method: string, path: string, body?: object): Promise<T> {
      const sent = body ? { body: JSON.stringify(body) } : {};
      const response = await fetch(`${node.api}${path}`, { method, headers, ...sent });
      return ((await response.json()) as { result: T }).result;
    }

    const [account] = await call<{ id: string }[]>('GET', '/accounts');
    const base = `/accounts/${account?.id}/load_balancers`;
    const monitor = await call<{ id: string }>('POST', `${base}/monitors`, {
      interval: 3600,
      timeout: 10,
    });
    const pool = await call<{ id: string }>('POST', `${base}/pools`, {
      name: 'shop',
      monitor: monitor.id,
      origins: [
        { name: 'staying', address: '127.0.0.1', port: staying.port },
        { name: 'dying', address: '127.0.0.1', port: dying.port },
      ],
    });

    /** Waits for the health of the origins, in the order of the pool. */
    async function untilHealth(...wanted: boolean[]): Promise<void> {
      await eventually(`the health is ${wanted}`, async () => {
        const health = await call<Health | null>('GET', `${base}/pools/${pool.id}/health`);
        const origins = health?.pop_health.default.origins ?? [];
        const seen = origins.flatMap((each) => Object.values(each).map(({ healthy }) => healthy));
        return String(seen) === String(wanted);
      });
    }

    await untilHealth(true, true);
    await dying.stop();
    // A changed monitor probes at once instead of after its interval.
    await call('PATCH', `${base}/monitors/${monitor.id}`, { description: 'look again' });
    await untilHealth(true, false);

    const path = `/user/load_balancing_analytics/events?pool_id=${pool.id}`;
    const [down, up] = await call<Event[]>('GET', path);
    assert.equal(down?.pool.healthy, true, 'one origin is enough');
    assert.deepEqual(
      down?.origins.map(({ name, failure_reason }) => [name, failure_reason]),
      [['dying', 'TCP connection failed']],
    );
    assert.deepEqual(
      up?.origins.map(({ name }) => name),
      ['staying', 'dying'],
    );
    assert.equal(await node.end(), 0);
  });
});
