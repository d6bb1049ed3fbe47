import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server as TcpServer,
} from 'node:net';
import { after, afterEach, before, describe, it } from 'node:test';
import type { TLSSocket } from 'node:tls';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { RawVisitor } from '../support/raw-http.ts';
import { openTestEdge, type TestEdge, testEdgeConfig } from '../support/test-edge.ts';

const fixture = (file: string) => readFileSync(new URL(`../fixtures/tls/${file}`, import.meta.url));

describe('origins over TLS', () => {
  let origin: Server;
  let edge: TestEdge | undefined;

  before(async () => {
    origin = createServer(
      { cert: fixture('shop.test.crt'), key: fixture('shop.test.key') },
      ({ headers, socket }, response) => {
        response.end(`${(socket as TLSSocket).servername} ${headers.host}`);
      },
    );
    origin.on('upgrade', (request, socket) => {
      const name = (request.socket as TLSSocket).servername;
      socket.end(`HTTP/1.1 101 S\r\nconnection: upgrade\r\nupgrade: chat\r\n\r\n${name}`);
    });
    origin.listen(0, '127.0.0.1');
    await once(origin, 'listening');
  });
  afterEach(async () => {
    await edge?.close();
    edge = undefined;
  });
  after(() => {
    origin.closeAllConnections();
    origin.close();
  });

  async function open(verifyTls: boolean, hostHeader?: string, at: TcpServer = origin) {
    const { port } = at.address() as AddressInfo;
    const snapshot = originOf(port, { scheme: 'https', hostHeader });
    const { zone, pool } = siteOf('shop.test', [snapshot]);
    edge = await openTestEdge(
      { zones: [zone], pools: [pool] },
      { origins: { ...testEdgeConfig.origins, verifyTls } },
    );
    return edge;
  }

  async function ask(host: string, headers = ''): Promise<string> {
    const visitor = new RawVisitor(
      edge?.port ?? 0,
      `GET / HTTP/1.1\r\nHost: ${host}\r\n${headers || 'Connection: close\r\n'}\r\n`,
    );
    return visitor.end();
  }

  it('are refused if their certificate is not trusted', async () => {
    await open(true);
    assert.match(await ask('shop.test'), /^HTTP\/1.1 526 /);
    assert.match(
      await ask('shop.test', 'Connection: upgrade\r\nUpgrade: chat\r\n'),
      /^HTTP\/1.1 526 /,
    );
  });

  it('are accepted if certificates are not verified, with the requested server name', async () => {
    await open(false);
    assert.match(await ask('SHOP.test.:80'), /\r\nshop\.test shop\.test$/);
    assert.match(await ask('www.shop.test'), /\r\nwww\.shop\.test www\.shop\.test$/);
    assert.match(
      await ask('shop.test', 'Connection: upgrade\r\nUpgrade: chat\r\n'),
      /\nshop\.test$/,
    );
  });

  it('fail the handshake if they close during it', async (test) => {
    const closing = createTcpServer((socket) => socket.once('data', () => socket.end()));
    closing.listen(0, '127.0.0.1');
    await once(closing, 'listening');
    test.after(() => closing.close());
    await open(false, undefined, closing);
    assert.match(await ask('shop.test'), /^HTTP\/1.1 525 /);
    assert.match(
      await ask('shop.test', 'Connection: upgrade\r\nUpgrade: chat\r\n'),
      /^HTTP\/1.1 525 /,
    );
  });

  it('get the configured server name', async () => {
    await open(false, 'inner.test:8443');
    assert.match(await ask('shop.test'), /\r\ninner\.test inner\.test:8443$/);
  });
});
