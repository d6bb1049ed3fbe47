/** Keep-alive connections to an origin are reused by one request after the other. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect as http2Connect } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { eventually } from '../support/eventually.ts';
import { RawVisitor } from '../support/raw-http.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';

const folder = fileURLToPath(new URL('../fixtures/tls', import.meta.url));
const PAGE = Buffer.alloc(100_000, 'x');

describe('connections to origins', () => {
  let origin: Server;
  let edge: TestEdge;
  let connections = 0;
  let sent: string[];
  let slow: ServerResponse | undefined;
  let together: ServerResponse[];
  /** Connections that are closed when they are reused. */
  let stale: WeakSet<Socket>;

  before(async () => {
    origin = createServer((request, response) => {
      const url = request.url ?? '';
      response.once('finish', () => sent.push(url));
      if (stale.has(request.socket)) request.socket.resetAndDestroy();
      else if (url === '/slow') slow = response;
      else if (url === '/together') together.push(response);
      else response.end(url === '/page' ? PAGE : url);
    });
    origin.on('connection', () => {
      connections += 1;
    });
    origin.listen(0, '127.0.0.1');
    await once(origin, 'listening');
    const { zone, pool } = siteOf('shop.test', [originOf((origin.address() as AddressInfo).port)]);
    const tls = { host: '127.0.0.1', port: 0, folder };
    edge = await openTestEdge({ zones: [zone], pools: [pool] }, { tls });
  });
  beforeEach(() => {
    sent = [];
    slow = undefined;
    together = [];
    stale = new WeakSet();
    connections = 0;
    origin.closeIdleConnections();
  });
  after(async () => {
    await edge.close();
    origin.closeAllConnections();
    origin.close();
  });

  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop.test\r\n\r\n`;

  it('serve requests one after the other', async () => {
    for (let n = 0; n < 20; n++) {
      const visitor = new RawVisitor(edge.port, get(`/${n}.`));
      await visitor.until(new RegExp(`/${n}\\.$`));
      visitor.socket.destroy();
    }
    assert.equal(connections, 1);
  });

  it('are counted on demand', async () => {
    const visitor = new RawVisitor(edge.port, get('/slow'));
    await eventually('the request has arrived', () => slow !== undefined);
    assert.deepEqual(edge.originConnections(), { open: 1, idle: 0 });
    slow?.end('whole');
    await visitor.until(/whole$/);
    assert.deepEqual(edge.originConnections(), { open: 1, idle: 1 });
    visitor.socket.destroy();
  });

  it('are opened anew if the kept ones were closed unnoticed', async () => {
    const COUNT = 4;
    const visitors = Array.from(
      { length: COUNT },
      () => new RawVisitor(edge.port, get('/together')),
    );
    await eventually('all requests have arrived', () => together.length === COUNT);
    for (const response of together) {
      stale.add(response.req.socket);
      response.end('whole');
    }
    for (const visitor of visitors) {
      await visitor.until(/whole$/);
      visitor.socket.destroy();
    }
    assert.equal(edge.originConnections().idle, COUNT);
    const visitor = new RawVisitor(edge.port, get('/after'));
    assert.match(await visitor.until(/\r\n\r\n.+$/s), /^HTTP\/1.1 200 OK\r\n.*\/after$/s);
    visitor.socket.destroy();
    assert.equal(connections, COUNT + 1);
  });

  it('stay open when a visitor leaves after its response was read from the origin (each ended with its visitor)', async () => {
    const session = http2Connect(`https://127.0.0.1:${edge.tlsPort}`, {
      servername: 'shop.test',
      rejectUnauthorized: false,
    });
    // It reads only as much as fits into its window.
    const unread = session.request({ ':path': '/page', ':authority': 'shop.test' });
    await once(unread, 'response');
    await eventually('the origin is done with it', () => sent.includes('/page'));
    const other = new RawVisitor(edge.port, get('/slow'));
    await eventually('the other request has arrived', () => slow !== undefined);
    assert.equal(connections, 1, 'on the same connection');
    const seen = edge.events.length;
    unread.close();
    await eventually('the edge has noticed', () => {
      edge.flush();
      return edge.events.length > seen;
    });
    slow?.end('whole');
    await other.until(/whole$/);
    other.socket.destroy();
    session.destroy();
  });
});
