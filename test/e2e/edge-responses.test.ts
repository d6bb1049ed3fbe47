import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import type {
  BalancerSnapshot,
  OriginSnapshot,
  PoolSnapshot,
} from '../../src/contracts/snapshot/load-balancing-section.ts';
import { balancerOf, noAffinity, originOf, poolOf, zoneOf } from '../support/edge-snapshots.ts';
import { freePort } from '../support/free-port.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
}

describe('answers of the edge', () => {
  let edge: TestEdge;
  let origins: Server[];
  let deadPort: number;
  const portOf = (n: number) => (origins[n]?.address() as AddressInfo | undefined)?.port ?? 0;

  before(async () => {
    origins = ['one', 'two'].map((name) =>
      createServer(({ headers, url }, response) => {
        response.end(`${name} ${headers.host} ${url}`);
      }),
    );
    for (const origin of origins) {
      origin.listen(0, '127.0.0.1');
      await once(origin, 'listening');
    }
    deadPort = await freePort();
    edge = await openTestEdge({});
  });
  after(async () => {
    for (const origin of origins) {
      origin.closeAllConnections();
      origin.close();
    }
    await edge.close();
  });

  const origin = (n: number, rest: Partial<OriginSnapshot> = {}) =>
    originOf(portOf(n), { name: `o${n}`, ...rest });
  const dead = () => originOf(deadPort, { name: 'dead' });

  /** Replaces the whole configuration by one zone. */
  async function serve(
    balancers: readonly BalancerSnapshot[],
    pools: readonly PoolSnapshot[],
    paused = false,
  ): Promise<void> {
    const zone = zoneOf('shop.test', { loadBalancing: { balancers } });
    const section = { ...zone.sections.zone, paused };
    await edge.apply({
      complete: true,
      zones: [{ ...zone, sections: { ...zone.sections, zone: section } }],
      pools,
    });
  }

  async function ask(host: string, { method = 'GET', path = '/', headers = {} }: Asked = {}) {
    const sent = request({
      host: '127.0.0.1',
      port: edge.port,
      method,
      path,
      agent: false,
      headers: { host, ...headers },
    }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      cookie: response.headers['set-cookie']?.[0]?.split(';')[0],
      body: await text(response),
    };
  }

  describe('of its own', () => {
    it('report that no zone serves a host', async () => {
      await serve([balancerOf('shop.test', ['p'])], [poolOf('p', [origin(0)])]);
      for (const host of ['nobody.test', 'test', 'xshop.test', '[::1]', '127.0.0.1:80']) {
        assert.equal((await ask(host)).status, 404, host);
      }
    });

    it('report that a zone has no load balancer, or none for the host', async () => {
      await serve([], []);
      assert.equal((await ask('shop.test')).status, 503);
      await serve([balancerOf('www.shop.test', ['p'])], [poolOf('p', [origin(0)])]);
      assert.equal((await ask('shop.test')).status, 503);
      assert.equal((await ask('www.shop.test')).status, 200);
    });

    it('report that all pools are disabled, empty or removed', async () => {
      for (const pools of [
        [poolOf('p', [origin(0)], { enabled: false })],
        [poolOf('p', [])],
        [poolOf('p', [origin(0, { enabled: false })])],
        [],
      ]) {
        await serve([balancerOf('shop.test', ['p'])], pools);
        assert.equal((await ask('shop.test')).status, 530);
      }
    });

    it('are JSON for clients that accept it, and a page for others', async () => {
      await serve([], []);
      const json = await ask('shop.test', { headers: { accept: 'application/json, */*;q=0.1' } });
      assert.equal(json.headers['content-type'], 'application/json');
      const { ray, status } = JSON.parse(json.body);
      assert.deepEqual([ray, status], [json.headers['cf-ray'], 503]);
      const html = await ask('shop.test', { headers: { accept: 'text/html' } });
      assert.equal(html.headers['content-type'], 'text/html; charset=utf-8');
      assert.match(html.body, new RegExp(`Ray ${html.headers['cf-ray']}`));
      assert.equal(html.headers['cache-control'], 'no-store');
    });

    it('have no body for HEAD', async () => {
      await serve([], []);
      const { status, body, headers } = await ask('shop.test', { method: 'HEAD' });
      assert.deepEqual([status, body], [503, '']);
      assert.ok(Number(headers['content-length']) > 0);
    });
  });

  describe('for a host', () => {
    before(() =>
      serve(
        [balancerOf('shop.test', ['p0']), balancerOf('api.shop.test', ['p1'])],
        [poolOf('p0', [origin(0)]), poolOf('p1', [origin(1)])],
      ),
    );
    for (const [host, name] of [
      ['shop.test', 'one'],
      ['SHOP.Test', 'one'],
      ['shop.test:8080', 'one'],
      ['shop.test.', 'one'],
      ['shop.test.:80', 'one'],
      ['a.b.shop.test', 'one'],
      ['api.shop.test', 'two'],
      ['API.shop.test.:1', 'two'],
    ] as const) {
      it(`${host} come from ${name}, which gets the host normalised`, async () => {
        const seen = host
          .toLowerCase()
          .replace(/:80$/, '')
          .replace(/\.(?=:|$)/, '');
        assert.equal((await ask(host)).body, `${name} ${seen} /`);
      });
    }

    it('are the same when the zone is paused', async () => {
      await serve([balancerOf('shop.test', ['p0'])], [poolOf('p0', [origin(0)])], true);
      assert.equal((await ask('shop.test')).body, 'one shop.test /');
    });

    it('may come from an origin with another Host header', async () => {
      const pool = poolOf('p0', [origin(0, { hostHeader: 'inner.test' })]);
      await serve([balancerOf('shop.test', ['p0'])], [pool]);
      assert.equal((await ask('shop.test', { path: '/a?b' })).body, 'one inner.test /a?b');
    });
  });

  describe('by rules of the load balancer', () => {
    const path = (value: string) => `http.request.uri.path eq "${value}"`;

    before(() =>
      serve(
        [
          balancerOf('shop.test', ['p0'], {
            rules: [
              {
                name: 'moved',
                expression: path('/moved'),
                terminates: false,
                overrides: {},
                fixedResponse: {
                  status: 302,
                  contentType: undefined,
                  location: '/there',
                  body: '',
                },
              },
              {
                name: 'gone',
                expression: path('/gone'),
                terminates: false,
                overrides: {},
                fixedResponse: {
                  status: 410,
                  contentType: 'text/css',
                  location: undefined,
                  body: 'g\u00f6ne',
                },
              },
              {
                name: 'other',
                expression: path('/other'),
                terminates: true,
                overrides: { defaultPools: ['p1'], fallbackPool: 'p1' },
              },
              {
                name: 'never',
                expression: path('/other'),
                terminates: false,
                overrides: { defaultPools: ['p0'], fallbackPool: 'p0' },
              },
            ],
          }),
        ],
        [poolOf('p0', [origin(0)]), poolOf('p1', [origin(1)])],
      ),
    );

    it('are fixed', async () => {
      const moved = await ask('shop.test', { path: '/moved' });
      assert.deepEqual([moved.status, moved.headers.location, moved.body], [302, '/there', '']);
      const gone = await ask('shop.test', { path: '/gone?x' });
      assert.deepEqual(
        [gone.status, gone.headers['content-type'], gone.body],
        [410, 'text/css', 'g\u00f6ne'],
      );
      assert.match(String(gone.headers['cf-ray']), /^[0-9a-f]{16}$/);
      const head = await ask('shop.test', { path: '/gone', method: 'HEAD' });
      assert.deepEqual([head.status, head.headers['content-length'], head.body], [410, '5', '']);
    });

    it('come from other pools, until a rule terminates', async () => {
      assert.equal((await ask('shop.test', { path: '/other' })).body, 'two shop.test /other');
      assert.equal((await ask('shop.test', { path: '/' })).body, 'one shop.test /');
    });
  });

  describe('in a session whose origin is dead', () => {
    async function deadSession(zeroDowntimeFailover: 'none' | 'temporary' | 'sticky') {
      const affinity = { ...noAffinity, kind: 'cookie' as const, zeroDowntimeFailover };
      const balancers = [balancerOf('shop.test', ['p'], { affinity })];
      // The origin runs while the session begins.
      const server = createServer((_request, response) => response.end('pinned'));
      server.listen(deadPort, '127.0.0.1');
      await once(server, 'listening');
      await serve(balancers, [poolOf('p', [dead()])]);
      const { cookie = '' } = await ask('shop.test');
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await serve(balancers, [poolOf('p', [dead(), origin(0, { weight: 1 })])]);
      return { cookie };
    }

    it('are an error without failover', async () => {
      const headers = await deadSession('none');
      const { status, cookie } = await ask('shop.test', { headers });
      assert.deepEqual([status, cookie], [521, undefined]);
    });

    it('come from another origin once, with temporary failover', async () => {
      const headers = await deadSession('temporary');
      const { body, cookie } = await ask('shop.test', { headers });
      assert.deepEqual([body, cookie], ['one shop.test /', undefined]);
    });

    it('come from another origin from now on, with sticky failover', async () => {
      const headers = await deadSession('sticky');
      const { body, cookie } = await ask('shop.test', { headers });
      assert.equal(body, 'one shop.test /');
      assert.match(cookie ?? '', /^__cflb=[0-9a-f]{20}$/);
      assert.notEqual(cookie, headers.cookie);
    });
  });

  describe('in a session whose origin was disabled', () => {
    async function disabledSession(drainSeconds: number) {
      const affinity = { ...noAffinity, kind: 'cookie' as const, drainSeconds };
      const balancers = [balancerOf('shop.test', ['p'], { affinity })];
      await serve(balancers, [poolOf('p', [origin(0)])]);
      const { cookie = '' } = await ask('shop.test');
      const disabled = origin(0, { enabled: false, disabledAt: Date.now() - 10_000 });
      await serve(balancers, [poolOf('p', [disabled, origin(1)])]);
      return { cookie };
    }

    it('come from it until it has drained, while new visitors get another origin', async () => {
      const headers = await disabledSession(60);
      assert.equal((await ask('shop.test', { headers })).body, 'one shop.test /');
      assert.equal((await ask('shop.test')).body, 'two shop.test /');
    });

    it('come from another origin after that', async () => {
      const headers = await disabledSession(5);
      const { body, cookie } = await ask('shop.test', { headers });
      assert.equal(body, 'two shop.test /');
      assert.ok(cookie);
    });
  });
});
