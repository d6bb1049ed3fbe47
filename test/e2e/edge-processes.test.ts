/** State that the edge processes of one node share. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { browserHeaders, solve, tokenIn } from '../../src/edge/challenge/challenge.fixture.ts';
import { DEFAULT_PROOF_BITS } from '../../src/edge/challenge/proof-of-work.ts';
import { SHORTEST_SILENT_MS } from '../../src/edge/challenge/solution.ts';
import { eventually } from '../support/eventually.ts';
import { type NodeHome, type NodeProcess, nodeHome } from '../support/node-process.ts';

const PROCESSES = 4;
const LIMIT = 5;

describe('edge processes of a node', () => {
  let home: NodeHome;
  let node: NodeProcess;

  before(async () => {
    home = await nodeHome();
    node = await home.start({ PALISADE_EDGE_WORKERS: String(PROCESSES) });
    const [account] = await api('GET', '/accounts');
    const zone = await api('POST', '/zones', { name: 'shop.test', account: { id: account.id } });
    const pool = await api('POST', `/accounts/${account.id}/load_balancers/pools`, {
      name: 'shop',
      origins: [{ name: 'never-asked', address: '127.0.0.1', port: 9 }],
    });
    await api('POST', `/zones/${zone.id}/load_balancers`, {
      name: 'shop.test',
      default_pools: [pool.id],
      fallback_pool: pool.id,
    });
    const phase = 'http_request_firewall_custom';
    await api('PUT', `/zones/${zone.id}/rulesets/phases/${phase}/entrypoint`, {
      rules: [
        { action: 'js_challenge', expression: 'not starts_with(http.request.uri.path, "/rate/")' },
      ],
    });
    await api('PUT', `/zones/${zone.id}/rulesets/phases/http_ratelimit/entrypoint`, {
      rules: [
        {
          action: 'block',
          expression: 'starts_with(http.request.uri.path, "/rate/")',
          ratelimit: {
            characteristics: ['cf.colo.id', 'http.request.uri.path'],
            period: 3_600,
            requests_per_period: LIMIT,
            mitigation_timeout: 3_600,
          },
        },
      ],
    });
  });
  after(() => home.remove());

  // biome-ignore lint/suspicious/noExplicitAny: results have many shapes; a wrong path fails the assertion
  async function api(method: string, path: string, body?: unknown): Promise<any> {
    const response = await fetch(node.api + path, {
      method,
      headers: { authorization: `Bearer ${node.token()}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { success, errors, result } = (await response.json()) as Record<string, unknown>;
    assert.ok(success, JSON.stringify(errors));
    return result;
  }

  /** On a connection of its own, which any of the processes may accept. */
  async function visit(path: string, body?: string) {
    const headers = { ...(browserHeaders as Record<string, string>), host: 'shop.test' };
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request(node.edge + path, { method, agent: false, headers }).end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode, body: await text(response) };
  }

  /** Over all processes. One that does not respond in time is not included, so this waits for all of them. */
  async function metric(name: string): Promise<number> {
    let lines: string[] = [];
    await eventually('all processes respond in time', async () => {
      lines = (await (await fetch(`${node.origin}/metrics`)).text()).split('\n');
      const one = 'palisade_edge_snapshot_revision{';
      return lines.filter((line) => line.startsWith(one)).length === PROCESSES;
    });
    return Number(lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1] ?? 0);
  }

  const mergedUpdates = () => metric('palisade_edge_peer_updates_total');

  it('accept the solution of a challenge once (each of them accepted it once)', async () => {
    let page = await visit('/');
    while (!page.body.includes('data-token')) page = await visit('/');
    const loadedAt = Date.now();
    const token = tokenIn(page);
    const checks = { automated: false, languages: 1 };
    const solution = JSON.stringify({ token, nonces: solve(token, DEFAULT_PROOF_BITS), checks });
    await eventually('the page is old enough', () => Date.now() - loadedAt > SHORTEST_SILENT_MS);
    const before = await mergedUpdates();
    assert.equal((await visit('/cdn-cgi/challenge/verify', solution)).status, 200);
    // The three other processes get the update.
    await eventually('they have merged it', async () => (await mergedUpdates()) >= before + 3);
    for (let n = 0; n < 24; n++) {
      const { status, body } = await visit('/cdn-cgi/challenge/verify', solution);
      assert.deepEqual([status, JSON.parse(body).reason], [403, 'replayed']);
    }
  });

  it('hold a low rate limit together in a burst (each of them counted alone)', async () => {
    const burst = async (n: number) => {
      const visits = Array.from({ length: 80 }, () => visit(`/rate/${n}`));
      const statuses = (await Promise.all(visits)).map(({ status }) => status);
      return statuses.filter((status) => status !== 429).length;
    };
    let n = 0;
    // On a machine that is too busy for an answer of the primary in time, a process decides alone.
    await eventually('a burst passes no more than the limit and one per process', async () => {
      n += 1;
      const passed = await burst(n);
      assert.ok(passed >= LIMIT, `${passed}`);
      return passed <= LIMIT + PROCESSES;
    });
  });

  it('report the number of open connections together', async () => {
    const idle = 'palisade_edge_visitor_connections{protocol="http/1.1",state="idle"}';
    const { hostname, port } = new URL(node.edge);
    // More than were open before, which may close meanwhile.
    const count = 1 + (await metric(idle)) + 8;
    const sockets = Array.from({ length: count }, () => connect(Number(port), hostname));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    await eventually('all are counted', async () => (await metric(idle)) >= count);
    assert.equal(await metric('palisade_edge_origin_connections{state="busy"}'), 0);
    for (const socket of sockets) socket.destroy();
  });
});
