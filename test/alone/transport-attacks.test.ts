import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { respond, ServerUnderTest } from '../../src/transport/fixtures/server-under-test.ts';
import type { HttpStream } from '../../src/transport/http-stream.ts';
import { floods } from '../../src/transport/http2/fixtures/floods.ts';
import { GET, headers } from '../../src/transport/http2/fixtures/frames.ts';
import { RawHttp2Visitor } from '../../src/transport/http2/fixtures/raw-http2-visitor.ts';
import { collectGarbage } from '../support/collect-garbage.ts';
import { eventually } from '../support/eventually.ts';
import { measuredWithin } from '../support/measured-within.ts';

const program = new URL('../fixtures/transport-attack-main.ts', import.meta.url);

const ATTACK_MS = 600;
/** What a visitor may have to wait while an attack runs. */
const PATIENCE_MS = 500;
const MB = 2 ** 20;

/** Names of attacks that run at the same time, with the number of connections that each uses. */
const attacks: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
  'stalled handshakes': [
    ['handshakes that never begin', 150],
    ['handshakes that stop in the middle', 150],
  ],
  // Each connection asks for a hundred pages: to answer forty of them takes a slow machine half a second by itself.
  'responses that nobody takes': [
    ['responses without a window', 4],
    ['responses with a window of one byte', 3],
    ['responses that are not read', 3],
  ],
  floods: Object.keys(floods).map((name) => [name, 2] as const),
};

describe('a server under attack', { timeout: 180_000 }, () => {
  let under: ServerUnderTest;
  let attacker: Worker | undefined;
  /** Requests that wait for an answer. */
  let held: HttpStream[];

  beforeEach(async () => {
    under = await ServerUnderTest.open({
      runs: true,
      maxConnections: 200,
      limits: { handshakeMs: 500, idleMs: 500, stallMs: 500 },
    });
    const page = Buffer.alloc(100_000);
    held = [];
    under.onRequest = (stream) => {
      if (stream.target === '/') respond(stream, 'ok');
      else if (stream.target === '/long') {
        stream.respond(200, 'OK', []);
        stream.end(page);
      } else held.push(stream);
    };
  });
  afterEach(async () => {
    await attacker?.terminate();
    await under.close();
  });

  for (const [name, together] of Object.entries(attacks)) {
    it(`serves others and frees all that ${name} take`, async (test) => {
      assert.ok(Number.isFinite(await visit()));
      const before = await usedBytes();
      const waits = await measuredWithin(PATIENCE_MS, async () => {
        attacker = new Worker(program, {
          workerData: { port: under.tlsPort, attacks: together, ms: ATTACK_MS },
        });
        await eventually('it has begun', () => under.server.connections > 0);
        let longest = 0;
        for (const end = performance.now() + ATTACK_MS; performance.now() < end; await wait(20)) {
          longest = Math.max(longest, await visit());
        }
        for (const stream of held.splice(0)) if (!stream.isClosed) respond(stream, 'late');
        await eventually('all slots are free', () => under.server.connections === 0);
        under.requests.length = 0;
        under.refusals.length = 0;
        await attacker.terminate();
        return longest;
      });
      const grown = (await usedBytes()) - before;
      test.diagnostic(`longest wait ${waits.join(', ')} ms, ${Math.round(grown / MB)} MB kept`);
      assert.ok(grown < 20 * MB, `${grown}`);
    });
  }

  /** How long a new visitor waits for a response. One whose handshake takes too long gets none. */
  async function visit(): Promise<number> {
    const begun = performance.now();
    const visitor = new RawHttp2Visitor(under.tlsPort);
    visitor.send(headers(1, GET));
    const isServed = () => visitor.content(1) === 'ok';
    await eventually('the visitor is served', () => isServed() || visitor.socket.destroyed, 10_000);
    const waited = isServed() ? performance.now() - begun : Number.POSITIVE_INFINITY;
    visitor.socket.destroy();
    return waited;
  }
});

async function usedBytes(): Promise<number> {
  await collectGarbage();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}
