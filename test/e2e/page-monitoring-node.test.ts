import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type NodeProcess, nodeHome } from '../support/node-process.ts';

const HOST = 'www.shop.test';

async function call<T>(node: NodeProcess, method: string, path: string, body?: object): Promise<T> {
  const headers = { authorization: `Bearer ${node.token()}`, 'content-type': 'application/json' };
  const sent = body ? { body: JSON.stringify(body) } : {};
  const answer = await fetch(`${node.api}${path}`, { method, headers, ...sent });
  return ((await answer.json()) as { result: T }).result;
}

/** Repeats a question until its answer is what is waited for; the test's time limit ends it. */
async function until<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await setTimeout(50);
  }
}

it('what browsers report to the edge of a node is in the lists of its API', async (test) => {
  const origin = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'cart=1; Secure' });
    response.end('<html></html>');
  }).listen(0, '127.0.0.1');
  await once(origin, 'listening');
  test.after(() => origin.close());
  const home = await nodeHome();
  test.after(() => home.remove());
  const node = await home.start({ PALISADE_PAGE_SAMPLE_RATE: '1' });

  const [account] = await call<{ id: string }[]>(node, 'GET', '/accounts');
  const zone = await call<{ id: string }>(node, 'POST', '/zones', { name: 'shop.test', account });
  const port = (origin.address() as AddressInfo).port;
  const pool = await call<{ id: string }>(
    node,
    'POST',
    `/accounts/${account?.id}/load_balancers/pools`,
    { name: 'shop', origins: [{ name: 'only', address: '127.0.0.1', port }] },
  );
  await call(node, 'POST', `/zones/${zone.id}/load_balancers`, {
    name: HOST,
    default_pools: [pool.id],
    fallback_pool: pool.id,
  });
  const base = `/zones/${zone.id}/page_shield`;
  await call(node, 'PUT', base, { enabled: true, use_platform_reporting_endpoint: false });
  const policy = await call<{ id: string }>(node, 'POST', `${base}/policies`, {
    description: 'shop',
    action: 'allow',
    expression: `http.host eq ${HOST}`,
    enabled: 'true',
    value: "script-src 'self'",
  });

  async function send(path: string, headers = {}, body?: object): Promise<IncomingMessage> {
    const method = body ? 'POST' : 'GET';
    const sent = request(node.edge + path, {
      method,
      headers: { host: HOST, ...headers },
      agent: false,
    });
    sent.end(body && JSON.stringify(body));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return answer.resume();
  }
  /** Where reports about a page go, by the header that asks for them. */
  const endpointIn = (header: string | string[] | undefined) =>
    /report-uri (?:https?:\/\/[^/ ;]+)?(\/[^ ;,]+)/.exec(String(header))?.[1];
  const { monitor, enforce } = await until(async () => {
    const { headers } = await send('/checkout');
    const ends = {
      monitor: endpointIn(headers['content-security-policy-report-only']),
      enforce: endpointIn(headers['content-security-policy']),
    };
    return ends.monitor && ends.enforce ? ends : undefined;
  });
  const report = async (path = '', blocked = '') => {
    const body = {
      'csp-report': {
        'document-uri': `http://${HOST}/checkout?card=1`,
        'blocked-uri': blocked,
        'effective-directive': 'script-src-elem',
        disposition: 'report',
      },
    };
    const answer = await send(path, { 'content-type': 'application/csp-report' }, body);
    assert.equal(answer.statusCode, 204);
  };
  for (let n = 0; n < 3; n++) await report(monitor, 'https://cdn.test/app.js#x');
  await report(enforce, 'https://evil.test/x.js');

  type Script = { url: string; host: string; status: string; first_page_url: string };
  const script = await until(async () => {
    const list = await call<Script[]>(node, 'GET', `${base}/scripts?status=active,infrequent`);
    return list.find(({ url }) => url === 'https://cdn.test/app.js');
  });
  assert.equal(script.host, HOST);
  assert.equal(script.first_page_url, `http://${HOST}/checkout`);
  const [cookie] = await until(async () => {
    const query = 'status=active,infrequent&type=first_party';
    const list = await call<{ name: string }[]>(node, 'GET', `${base}/cookies?${query}`);
    return list.length > 0 ? list : undefined;
  });
  assert.equal(cookie?.name, 'cart');
  const violations = await until(async () => {
    const path = `${base}/policies/${policy.id}/violations`;
    const found = await call<{ total: number; samples: { url: string }[] }>(node, 'GET', path);
    return found.total > 0 ? found : undefined;
  });
  assert.equal(violations.samples[0]?.url, 'https://evil.test/x.js');
  assert.equal(await node.end(), 0);
});
