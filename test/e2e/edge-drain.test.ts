import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect as http2Connect } from 'node:http2';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { connect as tlsConnect } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { eventually } from '../support/eventually.ts';
import { openRawOrigin, type RawOrigin, RawVisitor } from '../support/raw-http.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';

const folder = fileURLToPath(new URL('../fixtures/tls', import.meta.url));
const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const SWITCH = 'HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: chat\r\n\r\n';
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop.test\r\n\r\n`;
const UPGRADE = get('/tunnel').replace(
  '\r\n\r\n',
  '\r\nConnection: upgrade\r\nUpgrade: chat\r\n\r\n',
);

/** Long enough that a test that ends has not waited for it. */
const LONG_SECONDS = 3_600;

describe('an edge that is told to end', () => {
  let edge: TestEdge;
  let origin: RawOrigin;
  const waiting: Socket[] = [];

  beforeEach(async () => {
    waiting.length = 0;
    origin = await openRawOrigin((socket, head) => {
      if (head.startsWith('GET /wait')) waiting.push(socket);
      else socket.write(head.startsWith('GET /tunnel') ? SWITCH : OK);
    });
    edge = await open(LONG_SECONDS);
  });
  afterEach(() => origin.close());

  function open(drainSeconds: number): Promise<TestEdge> {
    const { zone, pool } = siteOf('shop.test', [originOf(origin.port)]);
    return openTestEdge(
      { zones: [zone], pools: [pool] },
      { tls: { host: '127.0.0.1', port: 0, folder }, drainSeconds },
    );
  }

  const tls = () =>
    tlsConnect({
      host: '127.0.0.1',
      port: edge.tlsPort,
      servername: 'shop.test',
      rejectUnauthorized: false,
    });

  it('loses no request of connections that are in use', async () => {
    let answered = 0;
    /** Sends one request after the other on one connection, until an answer says that it is the last. */
    const visit = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const headers = { host: 'shop.test' };
      for (let isLast = false; !isLast; answered += 1) {
        const sent = request({ port: edge.port, host: '127.0.0.1', agent, headers }).end();
        const [answer] = await once(sent, 'response');
        isLast = answer.headers.connection === 'close';
        answer.resume();
        await once(answer, 'end');
      }
      agent.destroy();
    };
    const visitors = Array.from({ length: 16 }, visit);
    await eventually('requests were answered', () => answered > 100);
    await Promise.all([edge.close(), ...visitors]);
  });

  it('ends at once when nothing is under way', async () => {
    const idle = [new RawVisitor(edge.port), new RawVisitor(tls())];
    for (const visitor of idle) {
      visitor.send(get('/'));
      await visitor.until(/ok$/);
    }
    const silent = new RawVisitor(edge.port);
    await once(silent.socket, 'connect');
    await edge.close();
    await Promise.all(idle.map((visitor) => visitor.end()));
  });

  it('takes one more request of idle connections if another process accepts new ones', async () => {
    const visitors = [new RawVisitor(edge.port), new RawVisitor(tls())];
    for (const visitor of visitors) {
      visitor.send(get('/'));
      await visitor.until(/ok$/);
    }
    const closed = edge.close(true);
    await assert.rejects(new RawVisitor(edge.port, get('/')).until(/ok$/));
    for (const visitor of visitors) {
      visitor.text = '';
      visitor.send(get('/'));
      assert.match(await visitor.end(), /^HTTP\/1\.1 200 .*^connection: close\r\n.*ok$/ims);
    }
    await closed;
  });

  it('lets requests finish, and then their connections go', async () => {
    const visitors = [new RawVisitor(edge.port), new RawVisitor(tls())];
    for (const visitor of visitors) visitor.send(get('/wait'));
    await eventually('both wait', () => waiting.length === 2);
    const closed = edge.close();
    for (const socket of waiting) socket.write(OK);
    for (const visitor of visitors) assert.match(await visitor.end(), /ok$/);
    await closed;
    edge.flush();
    assert.equal(edge.events.length, 2);
  });

  it('ends after its time whatever is still open', async () => {
    await edge.close();
    edge = await open(1);
    const tunnels = [new RawVisitor(edge.port), new RawVisitor(tls())];
    for (const tunnel of tunnels) {
      tunnel.send(UPGRADE);
      await tunnel.until(/ 101 /);
    }
    const requests = [new RawVisitor(edge.port), new RawVisitor(tls())];
    for (const visitor of requests) visitor.send(get('/wait'));
    const session = http2Connect(`https://127.0.0.1:${edge.tlsPort}`, {
      servername: 'shop.test',
      rejectUnauthorized: false,
    });
    session.on('error', () => {});
    session.request({ ':path': '/wait', ':authority': 'shop.test' }).on('error', () => {});
    // One that never gets as far as a request.
    new RawVisitor(edge.tlsPort, 'x');
    await eventually('all wait', () => waiting.length === 3);
    await edge.close();
    await Promise.all([...tunnels, ...requests].map((visitor) => visitor.end()));
    assert.equal(edge.events.length, 5);
    await eventually('no request is under way', () => edge.inFlight() === 0);
  });
});
