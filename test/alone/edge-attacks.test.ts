/** Attacks over HTTP/1.1 that take connections, time or memory: visitors do not notice, and nothing of it stays. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { OriginReport } from '../fixtures/attacked-origin-main.ts';
import { collectGarbage } from '../support/collect-garbage.ts';
import { ruleOf, rulesOf } from '../support/edge-rules.ts';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { eventually } from '../support/eventually.ts';
import { measuredWithin } from '../support/measured-within.ts';
import { RawVisitor } from '../support/raw-http.ts';
import { openTestEdge, type TestEdge, testEdgeConfig } from '../support/test-edge.ts';

const attackerProgram = new URL('../fixtures/edge-attack-main.ts', import.meta.url);
const originProgram = new URL('../fixtures/attacked-origin-main.ts', import.meta.url);
const CONNECTIONS = 200;
const ATTACK_MS = 600;
/** How long a connection may wait, for a request or in the middle of one: an attack meets its end again and again. */
const WAIT_SECONDS = 0.5;
/** What a visitor may have to wait while an attack runs, and how long its traces may stay. */
const PATIENCE_MS = 500;
const GONE_MS = 5_000;
const KEPT = 20 * 2 ** 20;

interface AttackCase {
  /** Names of attacks that run at the same time, with the number of connections that each uses. */
  readonly attacks: readonly (readonly [string, number])[];
  /** Requests that may be at the origin at once, besides that of a visitor. */
  readonly atOnce: number;
}

const cases: Readonly<Record<string, AttackCase>> = {
  'connections that wait': {
    attacks: [
      ['connections that say nothing', 300],
      ['connections that stay after a response', 300],
      ['heads that never end', 300],
    ],
    atOnce: CONNECTIONS,
  },
  'requests without an end, or behind one that was refused': {
    attacks: [
      ['bodies that never come', 150],
      ['requests behind one that was refused', 50],
    ],
    atOnce: 150,
  },
  'a long pipeline': { attacks: [['many pipelined requests', 1]], atOnce: 1 },
  'pipelined requests': {
    attacks: [
      ['pipelined requests', 20],
      ['pipelined requests that a rule blocks', 20],
    ],
    atOnce: 20,
  },
  'early hints that nobody reads': {
    attacks: [['early hints that nobody reads', 20]],
    atOnce: 20,
  },
  'pipelined requests that nobody reads': {
    attacks: [['pipelined requests that nobody reads', 150]],
    atOnce: 150,
  },
};

describe('an edge under attack', { timeout: 180_000 }, () => {
  let origin: Worker;
  let edge: TestEdge;
  let attacker: Worker | undefined;

  before(async () => {
    origin = new Worker(originProgram);
    const [port] = await once(origin, 'message');
    const { zone, pool } = siteOf('shop.test', [originOf(port)]);
    const rulesets = rulesOf({
      http_request_firewall_custom: [ruleOf('b', 'block', 'http.request.uri.path eq "/blocked"')],
    });
    edge = await openTestEdge(
      { zones: [{ ...zone, sections: { ...zone.sections, rulesets } }], pools: [pool] },
      {
        limits: {
          ...testEdgeConfig.limits,
          connections: CONNECTIONS,
          headerSeconds: WAIT_SECONDS,
          keepAliveSeconds: WAIT_SECONDS,
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
    await origin.terminate();
  });

  for (const [name, { attacks, atOnce }] of Object.entries(cases)) {
    it(`serves others and frees all that ${name} take`, async (test) => {
      await visit();
      await report();
      const before = await usedBytes();
      const waits = await measuredWithin(PATIENCE_MS, async () => {
        attacker = new Worker(attackerProgram, {
          workerData: { port: edge.port, attacks, ms: ATTACK_MS },
        });
        await eventually('it has begun', () => edge.connections() > 0);
        let longest = 0;
        for (const end = performance.now() + ATTACK_MS; performance.now() < end; await wait(20)) {
          longest = Math.max(longest, await visit());
        }
        await eventually('all slots are free', () => edge.connections() === 0, GONE_MS);
        await attacker.terminate();
        return longest;
      });
      edge.flush();
      edge.events.length = 0;
      edge.security.length = 0;
      test.diagnostic(`longest wait ${waits.join(', ')} ms`);
      const end = performance.now() + GONE_MS;
      // The system takes a moment to give back what sockets held.
      while ((await usedBytes()) > before + KEPT) {
        assert.ok(performance.now() < end, `${(await usedBytes()) - before} bytes are kept`);
        await wait(50);
      }
      const { mostAtOnce, paths } = await report();
      assert.ok(mostAtOnce <= atOnce + 1, `${mostAtOnce} requests at once`);
      assert.ok(!paths.includes('/secret'), 'nothing behind a refused request is read');
    });
  }

  /** What the origin was asked for since the last report. */
  async function report(): Promise<OriginReport> {
    origin.postMessage('report');
    const [reported] = await once(origin, 'message');
    return reported;
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
