import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type NodeHome, type NodeProcess, nodeHome } from './node-process.ts';

/** A whole node with the site `shop.test`, whose rules a test writes. */
export interface RuledSite {
  readonly home: NodeHome;
  /** The running node. */
  readonly node: NodeProcess;
  readonly zoneId: string;
  readonly accountId: string;
  // biome-ignore lint/suspicious/noExplicitAny: results have many shapes; a wrong path fails the assertion
  api(method: string, path: string, body?: unknown): Promise<any>;
  /** Executes a managed ruleset in a phase of the zone. */
  deploy(phase: string, id: string, parameters?: Record<string, unknown>): Promise<unknown>;
  visit(
    path: string,
    body?: string,
    headers?: Record<string, string>,
  ): Promise<{ readonly status: number | undefined; readonly body: string }>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  events(query: string): Promise<any[]>;
  /** Stops the node and starts it again. */
  restart(meanwhile?: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** The origin serves `pages`, and for other paths the request headers as JSON. */
export async function openRuledSite(
  pages: Readonly<Record<string, string>> = {},
): Promise<RuledSite> {
  const origin = createServer(async (incoming, outgoing) => {
    await text(incoming);
    const page = pages[incoming.url ?? ''];
    outgoing.setHeader('content-type', page ? 'text/html' : 'application/json');
    outgoing.end(page ?? JSON.stringify(incoming.headers));
  }).listen(0, '127.0.0.1');
  await once(origin, 'listening');
  const home = await nodeHome();
  let node = await home.start();

  const api: RuledSite['api'] = async (method, path, body) => {
    const response = await fetch(node.api + path, {
      method,
      headers: { authorization: `Bearer ${node.token()}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { success, errors, result } = (await response.json()) as Record<string, unknown>;
    assert.ok(success, JSON.stringify(errors));
    return result;
  };

  const [account] = await api('GET', '/accounts');
  const site = { name: 'shop.test', account: { id: account.id } };
  const zoneId: string = (await api('POST', '/zones', site)).id;
  const { port } = origin.address() as AddressInfo;
  const pool = await api('POST', `/accounts/${account.id}/load_balancers/pools`, {
    name: 'shop',
    origins: [{ name: 'only', address: '127.0.0.1', port }],
  });
  await api('POST', `/zones/${zoneId}/load_balancers`, {
    name: 'shop.test',
    default_pools: [pool.id],
    fallback_pool: pool.id,
  });
  return {
    home,
    get node() {
      return node;
    },
    zoneId,
    accountId: account.id,
    api,
    deploy: (phase, id, parameters = {}) =>
      api('PUT', `/zones/${zoneId}/rulesets/phases/${phase}/entrypoint`, {
        rules: [
          { action: 'execute', expression: 'true', action_parameters: { id, ...parameters } },
        ],
      }),
    async visit(path, body, headers = {}) {
      const sent = request(node.edge + path, {
        method: body === undefined ? 'GET' : 'POST',
        agent: false,
        headers: {
          host: 'shop.test',
          ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
          ...headers,
        },
      }).end(body);
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      return { status: response.statusCode, body: await text(response) };
    },
    events: (query) => api('GET', `/zones/${zoneId}/security/events?${query}`),
    async restart(meanwhile) {
      assert.equal(await node.end(), 0);
      await meanwhile?.();
      node = await home.start();
    },
    async close() {
      await home.remove();
      origin.close();
    },
  };
}
