import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { OriginReport } from '../fixtures/attacked-origin-main.ts';
import { Attack, type Attacks } from './attack.ts';
import { ruleOf, rulesOf } from './edge-rules.ts';
import { originOf, siteOf } from './edge-snapshots.ts';
import { eventually } from './eventually.ts';
import { RawVisitor } from './raw-http.ts';
import { openTestEdge, type TestEdge, testEdgeConfig } from './test-edge.ts';

const attackerProgram = new URL('../fixtures/edge-attack-main.ts', import.meta.url);
const originProgram = new URL('../fixtures/attacked-origin-main.ts', import.meta.url);
const VISIT = 'GET /visit HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n';
const CONNECTIONS = 200;
/** How long a connection may wait, for a request or in the middle of one: an attack meets its end again and again. */
const WAIT_SECONDS = 0.5;

interface EdgeAttackCase {
  readonly attacks: Attacks;
  /** Requests that may be at the origin at once, besides that of a visitor. */
  readonly atOnce: number;
}

export const edgeAttacks: Readonly<Record<string, EdgeAttackCase>> = {
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

/** An edge that is attacked over HTTP/1.1, with its origin in another thread. */
export class AttackedEdge {
  readonly edge: TestEdge;
  readonly #origin: Worker;

  private constructor(edge: TestEdge, origin: Worker) {
    this.edge = edge;
    this.#origin = origin;
  }

  static async open(): Promise<AttackedEdge> {
    const origin = new Worker(originProgram);
    const [port] = await once(origin, 'message');
    const { zone, pool } = siteOf('shop.test', [originOf(port)]);
    const rulesets = rulesOf({
      http_request_firewall_custom: [ruleOf('b', 'block', 'http.request.uri.path eq "/blocked"')],
    });
    const edge = await openTestEdge(
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
    return new AttackedEdge(edge, origin);
  }

  attack(attacks: Attacks): Attack {
    return new Attack(attackerProgram, { port: this.edge.port, attacks });
  }

  /** A new visitor, who connects again if the attackers take the connection away, until the response has come. */
  async visit(): Promise<void> {
    let response = '';
    await eventually('the visitor is served', async () => {
      response = await new RawVisitor(this.edge.port, VISIT).end();
      return response !== '';
    });
    assert.match(response, /^HTTP\/1.1 200 OK\r\n.*ok$/s);
  }

  /** The origin's view of the requests since the last report. */
  async report(): Promise<OriginReport> {
    this.#origin.postMessage('report');
    const [reported] = await once(this.#origin, 'message');
    return reported;
  }

  async close(): Promise<void> {
    await this.edge.close();
    await this.#origin.terminate();
  }
}
