/** Attacks over HTTP/1.1 that take connections, time or memory: visitors do not notice, and nothing of it stays. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { collectGarbage } from '../support/collect-garbage.ts';
import { ruleOf, rulesOf } from '../support/edge-rules.ts';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { eventually } from '../support/eventually.ts';
import { RawVisitor } from '../support/raw-http.ts';
import { openTestEdge, type TestEdge, testEdgeConfig } from '../support/test-edge.ts';

const program = new URL('../fixtures/edge-attack-main.ts', import.meta.url);
const CONNECTIONS = 200;
const ATTACK_MS = 1_000;
/** What a visitor may have to wait while an attack runs, and how long its traces may stay. */
const PATIENCE_MS = 500;
const GONE_MS = 5_000;
const KEPT = 20 * 2 ** 20;
/** More than the buffers of a connection take. */
const hints = Buffer.from(
  'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n'.repeat(50_000),
);

/** Names of attacks, with the number of connections that each uses. */
const attacks: readonly (readonly [string, number])[] = [
  ['connections that say nothing', 300],
  ['connections that stay after a response', 300],
  ['heads that never end', 300],
  ['bodies that never come', 150],
  ['requests behind one that was refused', 50],
  ['pipelined requests', 1],
  ['pipelined requests', 20],
  ['pipelined requests that a rule blocks', 20],
  ['pipelined requests that nobody reads', 150],
  ['early hints that nobody reads', 20],
];

describe('an edge under attack', { timeout: 120_000 }, () => {
  const paths = new Set<string>();
  let mostAtOnce = 0;
  let origin: Server;
  let edge: TestEdge;
  let attacker: Worker | undefined;

  before(async () => {
    let atOnce = 0;
    const page = Buffer.alloc(50_000);
    origin = createServer((request, response) => {
      paths.add(request.url ?? '');
      mostAtOnce = Math.max(mostAtOnce, ++atOnce);
      response.once('close', () => {
        atOnce -= 1;
      });
      if (request.url === '/hints') request.socket.write(hints);
      else response.end(request.url === '/page' ? page : 'ok');
    });
    origin.listen(0, '127.0.0.1');
    await once(origin, 'listening');
    const { zone, pool } = siteOf('shop.test', [originOf((origin.address() as AddressInfo).port)]);
    const rulesets = rulesOf({
      http_request_firewall_custom: [ruleOf('b', 'block', 'http.request.uri.path eq "/blocked"')],
    });
    edge = await openTestEdge(
      { zones: [{ ...zone, sections: { ...zone.sections, rulesets } }], pools: [pool] },
      {
        limits: {
          ...testEdgeConfig.limits,
          connections: CONNECTIONS,
          headerSeconds: 1,
          keepAliveSeconds: 1,
          bodyBytesPerSecond: 10_000,
        },
        origins: { ...testEdgeConfig.origins, responseSeconds: 2 },
      },
    );
  });
  afterEach(async () => {
    await attacker?.terminate();
  });
  after(async () => {
    await edge.close();
    origin.closeAllConnections();
    origin.close();
  });

  for (const [name, connections] of attacks) {
    it(`serves others and frees what ${connections} × ${name} take`, async (test) => {
      await visit();
      const before = await usedBytes();
      mostAtOnce = 0;
      attacker = new Worker(program, {
        workerData: { port: edge.port, name, connections, ms: ATTACK_MS },
      });
      await eventually('it has begun', () => edge.connections() > 0);
      let longest = 0;
      for (const end = performance.now() + ATTACK_MS; performance.now() < end; await wait(20)) {
        longest = Math.max(longest, await visit());
      }
      await eventually('all slots are free', () => edge.connections() === 0, GONE_MS);
      edge.flush();
      edge.events.length = 0;
      edge.security.length = 0;
      test.diagnostic(`longest wait ${Math.round(longest)} ms`);
      assert.ok(longest < PATIENCE_MS, `${longest}`);
      const end = performance.now() + GONE_MS;
      // The system takes a moment to give back what sockets held.
      while ((await usedBytes()) > before + KEPT) {
        assert.ok(performance.now() < end, `${(await usedBytes()) - before} bytes are kept`);
        await wait(50);
      }
      assert.ok(mostAtOnce <= connections + 1, `${mostAtOnce} requests at once`);
      assert.ok(!paths.has('/secret'), 'nothing behind a refused request is read');
    });
  }

  /** How long a new visitor waits for a response. */
  async function visit(): Promise<number> {
    const begun = performance.now();
    const visitor = new RawVisitor(
      edge.port,
      'GET /visit HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n',
    );
    assert.match(await visitor.end(), /^HTTP\/1.1 200 OK\r\n.*ok$/s);
    return performance.now() - begun;
  }
});

async function usedBytes(): Promise<number> {
  await collectGarbage();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}
