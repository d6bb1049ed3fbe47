import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, afterEach, before, describe, it } from 'node:test';
import { queryObjects } from 'node:v8';
import { ForwardedBody } from '../../src/edge/upstream/forwarded-body.ts';
import { balancerOf, noAffinity, originOf, poolOf, zoneOf } from '../support/edge-snapshots.ts';
import { eventually } from '../support/eventually.ts';
import { type OriginProcess, startOrigin } from '../support/origin-process.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';

const CONNECTIONS = 64;

describe('two origins', () => {
  let edge: TestEdge;
  let origins: OriginProcess[];
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

  before(async () => {
    origins = [await startOrigin('one'), await startOrigin('two')];
    edge = await openTestEdge(site());
  });
  afterEach(() => edge.apply(site()));
  after(async () => {
    agent.destroy();
    await edge.close();
    await Promise.all(origins.map((origin) => origin.kill()));
  });

  function site(affinity = noAffinity, weights = [1, 1]) {
    const pool = poolOf(
      'p',
      origins.map(({ port }, n) => originOf(port, { weight: weights[n] ?? 1 })),
    );
    const balancers = [balancerOf('shop.test', ['p'], { affinity })];
    return { zones: [zoneOf('shop.test', { loadBalancing: { balancers } })], pools: [pool] };
  }

  async function send(method = 'GET', headers: Record<string, string> = {}) {
    const sent = request({
      host: '127.0.0.1',
      port: edge.port,
      method,
      agent,
      headers: { host: 'shop.test', ...headers },
    }).end(method === 'POST' ? 'body' : undefined);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const body = await text(response);
    return { status: response.statusCode ?? 0, body, cookies: response.headers['set-cookie'] };
  }

  it('share traffic by weight', async () => {
    await edge.apply(site(noAffinity, [0.25, 0.75]));
    const responses = await Promise.all(Array.from({ length: 4_000 }, () => send()));
    const one = responses.filter(({ body }) => body === 'one').length / responses.length;
    assert.ok(Math.abs(one - 0.25) < 0.03, `${one}`);
  });

  it('keep a session over 1,000 requests', async () => {
    await edge.apply(site({ ...noAffinity, kind: 'cookie' }));
    const first = await send();
    const [cookie = ''] = first.cookies ?? [];
    assert.match(cookie, /^__cflb=[0-9a-f]{20}; Path=\/; Max-Age=82800; HttpOnly; SameSite=Lax$/);
    const headers = { cookie: `${cookie.split(';')[0]}` };
    const responses = await Promise.all(Array.from({ length: 1_000 }, () => send('GET', headers)));
    assert.ok(responses.every(({ body, cookies }) => body === first.body && cookies === undefined));
  });

  it('lose no safe request when one is killed, and of the others at most those in flight', async () => {
    const failures = { GET: 0, POST: 0 };
    let running = true;
    let posts = 0;
    const load = async (method: 'GET' | 'POST') => {
      while (running) {
        if (method === 'POST') posts += 1;
        const { status } = await send(method).catch(() => ({ status: 0 }));
        if (method === 'POST') posts -= 1;
        if (status !== 200) failures[method] += 1;
      }
    };
    const visitors = Array.from({ length: CONNECTIONS }, (_, n) =>
      load(n % 8 === 0 ? 'POST' : 'GET'),
    );
    for (let n = 0; n < 20; n++) await send();
    const underWay = posts;
    await origins[0]?.kill();
    for (let n = 0; n < 20; n++) assert.equal((await send()).body, 'two');
    running = false;
    await Promise.all(visitors);
    assert.equal(failures.GET, 0);
    assert.ok(failures.POST <= Math.max(underWay, 8), `${failures.POST} of ${underWay}`);
  });

  it('are used again when a failed one comes back', async () => {
    const [dead] = origins;
    origins[0] = await startOrigin('one', dead?.port);
    await eventually('the other origin responds', async () => (await send()).body === 'one');
  });

  it('cause an error page when both are down', async () => {
    await Promise.all(origins.map((origin) => origin.kill()));
    const { status, body } = await send('GET', { accept: 'application/json' });
    assert.equal(status, 521);
    assert.equal(JSON.parse(body).title, 'Origin is down');
    edge.flush();
    assert.equal(edge.events.at(-1)?.fields.EdgeResponseStatus, 521);
    assert.equal(edge.events.at(-1)?.fields.OriginResponseStatus, 0);
    const [zoneId, requests = 0, errors = 0] = edge.originResults.at(-1)?.zones[0] ?? [];
    assert.equal(zoneId, edge.events.at(-1)?.zoneId);
    assert.ok(errors > 0 && requests >= errors, `${errors} of ${requests}`);
  });
});

describe('an origin that refuses connections', () => {
  it('leaves nothing behind of the bodies that were meant for it', async () => {
    const pool = poolOf('p', [originOf(1)]);
    const balancers = [balancerOf('shop.test', ['p'])];
    const edge = await openTestEdge({
      zones: [zoneOf('shop.test', { loadBalancing: { balancers } })],
      pools: [pool],
    });
    for (let n = 0; n < 50; n++) {
      const options = { host: '127.0.0.1', port: edge.port, method: 'POST', agent: false } as const;
      const sent = request({ ...options, headers: { host: 'shop.test' } }).end('body');
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      assert.equal(response.statusCode, 521);
      await text(response);
    }
    // The function collects garbage first.
    assert.ok(queryObjects(ForwardedBody, { format: 'count' }) < 5);
    await edge.close();
  });
});
