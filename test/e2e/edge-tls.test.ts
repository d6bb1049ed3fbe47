import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect as http2Connect,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, afterEach, before, describe, it } from 'node:test';
import { type TLSSocket, connect as tlsConnect } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { WebSocket, WebSocketServer } from 'ws';
import { ruleOf, rulesOf } from '../support/edge-rules.ts';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { eventually } from '../support/eventually.ts';
import { RawVisitor } from '../support/raw-http.ts';
import { recordedTelemetry } from '../support/recorded-telemetry.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { openTestEdge, type TestEdge, testEdgeConfig } from '../support/test-edge.ts';

const folder = fileURLToPath(new URL('../fixtures/tls', import.meta.url));

const routes: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/seen': ({ rawHeaders, headers }, response) => {
    response.end(JSON.stringify({ rawHeaders, headers }));
  },
  '/cookies': (_request, response) => {
    response.setHeader('set-cookie', ['a=1', 'b=2']).end('ok');
  },
  '/trailers': (_request, response) => {
    response.writeHead(200, { trailer: 'checksum' });
    response.write('body');
    response.addTrailers({ checksum: 'abc' });
    response.end();
  },
  '/hints': (_request, response) => {
    response.writeProcessing();
    response.writeEarlyHints({ link: '</a>; rel=preload' });
    response.end('ok');
  },
  '/twice': (_request, response) => {
    response.writeHead(200, ['x-content-type-options', 'a', 'x-content-type-options', 'b']);
    response.end('ok');
  },
  '/echo': (request, response) => {
    request.pipe(response);
  },
  '/early': (_request, response) => {
    response.writeHead(413, { connection: 'close' }).end('too large');
  },
  '/silent': () => {},
  '/half': (_request, response) => {
    response.writeHead(200, { 'content-length': 10 });
    response.write('half', () => response.destroy());
  },
};

describe('visitors over TLS', () => {
  let edge: TestEdge;
  let origin: Server;
  let site: ReturnType<typeof siteOf>;
  const sessions: ClientHttp2Session[] = [];

  before(async () => {
    origin = createServer((request, response) => {
      routes[request.url ?? '']?.(request, response);
    });
    const sockets = new WebSocketServer({ server: origin });
    sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(data)));
    origin.listen(0, '127.0.0.1');
    await once(origin, 'listening');
    const { port } = origin.address() as AddressInfo;
    site = siteOf('shop.test', [originOf(port)]);
    const other = siteOf('other.test', [originOf(port)]);
    edge = await openTestEdge(
      { zones: [site.zone, other.zone], pools: [site.pool, other.pool] },
      {
        tls: { host: '127.0.0.1', port: 0, folder },
        limits: { ...testEdgeConfig.limits, headerSeconds: 1 },
      },
    );
  });
  afterEach(async () => {
    for (const session of sessions.splice(0)) session.destroy();
    await eventually('no request is in flight', () => edge.inFlight() === 0);
  });
  after(async () => {
    origin.closeAllConnections();
    origin.close();
    await edge.close();
  });

  async function dial(servername: string, protocols = ['http/1.1']): Promise<TLSSocket> {
    const socket = tlsConnect({
      host: '127.0.0.1',
      port: edge.tlsPort,
      servername,
      ALPNProtocols: protocols,
      rejectUnauthorized: false,
    });
    await once(socket, 'secureConnect');
    return socket;
  }

  function session(): ClientHttp2Session {
    const opened = http2Connect(`https://127.0.0.1:${edge.tlsPort}`, {
      servername: 'shop.test',
      rejectUnauthorized: false,
    });
    opened.on('error', () => {});
    sessions.push(opened);
    return opened;
  }

  function ask(path: string, headers: Record<string, string | string[]> = {}, body?: Readable) {
    const stream = session().request(
      {
        ':path': path,
        ':authority': 'shop.test',
        ':method': body === undefined ? 'GET' : 'POST',
        ...headers,
      },
      { endStream: body === undefined },
    );
    stream.on('error', () => {});
    body?.pipe(stream);
    return stream;
  }

  async function responseOf(stream: ClientHttp2Stream) {
    const [headers] = await once(stream, 'response');
    return { headers, status: headers[':status'], body: await text(stream) };
  }

  async function logged(path: string) {
    const find = () => {
      edge.flush();
      return edge.events.find(({ fields }) => fields.ClientRequestURI === path);
    };
    await eventually(`${path} is logged`, () => find() !== undefined);
    return find()?.fields ?? assert.fail();
  }

  it('get the certificate of the requested name', async () => {
    for (const [name, subject] of [
      ['shop.test', 'shop.test'],
      ['SHOP.test', 'shop.test'],
      ['www.other.test', '*.other.test'],
    ] as const) {
      const socket = await dial(name);
      assert.equal(socket.getPeerCertificate().subject.CN, subject);
      socket.destroy();
    }
  });

  it('get none for a name that has none, or without a name', async () => {
    for (const name of ['nobody.test', 'a.b.other.test', 'other.test', '']) {
      await assert.rejects(dial(name), name);
    }
  });

  it('get none from an empty folder, which is a warning at the start', async (test) => {
    const empty = tempFolder();
    test.after(() => empty.remove());
    const telemetry = recordedTelemetry();
    const tls = { host: '127.0.0.1', port: 0, folder: empty.path };
    const without = await openTestEdge({}, { tls }, { telemetry });
    test.after(() => without.close());
    assert.match(JSON.stringify(telemetry.records), /the folder has no certificates/);
  });

  it('get the same rules over HTTP/2, which has the host in :authority', async () => {
    const blocks = [
      'http.host eq "shop.test" and http.request.uri.path eq "/host"',
      'http.request.full_uri eq "https://shop.test/uri"',
      'http.request.headers["host"][0] eq "shop.test" and http.request.uri.path eq "/header"',
      'http.request.uri.path eq "/version" and not http.request.version in {"HTTP/1.1"}',
    ];
    const rulesets = rulesOf({
      http_request_firewall_custom: blocks.map((text, n) => ruleOf(`r${n}`, 'block', text)),
    });
    const sections = { ...site.zone.sections, rulesets };
    await edge.apply({ zones: [{ ...site.zone, sections }] });
    for (const path of ['/host', '/uri', '/header', '/version']) {
      assert.equal((await responseOf(ask(path))).status, 403, path);
    }
    assert.equal((await responseOf(ask('/seen'))).status, 200);
  });

  it('speak HTTP/1.1', async () => {
    const visitor = new RawVisitor(await dial('shop.test'));
    visitor.send('GET /seen HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n');
    const response = await visitor.end();
    assert.match(response, /"x-forwarded-proto":"https"/);
    assert.match(response, /proto=https/);
    const fields = await logged('/seen');
    assert.equal(fields.ClientRequestScheme, 'https');
    assert.match(fields.ClientSSLProtocol, /^TLSv1\.[23]$/);
    assert.match(fields.ClientSSLCipher, /^(TLS_|ECDHE)/);
  });

  it('cannot change to HTTP/2 in plain text', async () => {
    const visitor = new RawVisitor(await dial('shop.test'));
    visitor.send(
      'GET /seen HTTP/1.1\r\nHost: shop.test\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n',
    );
    const response = await visitor.end();
    assert.match(response, /^HTTP\/1.1 200 /);
    assert.doesNotMatch(response, /h2c/);
  });

  it('get an error if their head is too slow', async () => {
    const visitor = new RawVisitor(await dial('shop.test'));
    visitor.send('GET / HTTP/1.1\r\nHost:');
    assert.match(await visitor.end(), /^HTTP\/1.1 408 /);
  });

  it('exchange messages over a WebSocket', async () => {
    const options = {
      servername: 'shop.test',
      rejectUnauthorized: false,
      headers: { host: 'shop.test' },
    };
    const socket = new WebSocket(`wss://127.0.0.1:${edge.tlsPort}/`, options);
    await once(socket, 'open');
    socket.send('hello');
    const [echo] = await once(socket, 'message');
    assert.equal(String(echo), 'hello');
    socket.close();
    await once(socket, 'close');
  });

  it('speak HTTP/2', async () => {
    const { status, body, headers } = await responseOf(
      ask('/seen', { cookie: ['a=1', 'b=2'], te: 'trailers', 'x-own': 'kept' }),
    );
    assert.equal(status, 200);
    assert.match(String(headers['cf-ray']), /^[0-9a-f]{16}$/);
    const seen = JSON.parse(body);
    assert.equal(seen.headers.cookie, 'a=1; b=2');
    assert.equal(seen.headers.host, 'shop.test');
    assert.equal(seen.headers['x-own'], 'kept');
    assert.equal(seen.headers['x-forwarded-proto'], 'https');
    assert.equal(seen.headers.te, undefined);
    assert.equal(seen.rawHeaders.filter((name: string) => name.startsWith(':')).length, 0);
  });

  it('have their HTTP/2 requests in the log', async () => {
    await responseOf(ask('/cookies'));
    const fields = await logged('/cookies');
    assert.equal(fields.ClientRequestProtocol, 'HTTP/2');
    assert.equal(fields.ClientRequestHost, 'shop.test');
    assert.equal(fields.ClientRequestScheme, 'https');
    assert.match(fields.ClientSSLProtocol, /^TLSv1\.[23]$/);
    assert.equal(fields.EdgeResponseStatus, 200);
    assert.ok(fields.ClientSrcPort > 0);
    for (const bytes of [fields.ClientRequestBytes, fields.EdgeResponseBytes]) {
      assert.ok(Number.isInteger(bytes), `${bytes}`);
    }
  });

  it('get several cookies, repeated headers and trailers over HTTP/2', async () => {
    const cookies = await responseOf(ask('/cookies'));
    assert.deepEqual(cookies.headers['set-cookie'], ['a=1', 'b=2']);
    const twice = await responseOf(ask('/twice'));
    assert.deepEqual([twice.status, twice.body], [200, 'ok']);
    const stream = ask('/trailers');
    const trailers = once(stream, 'trailers');
    assert.equal((await responseOf(stream)).body, 'body');
    assert.equal((await trailers)[0].checksum, 'abc');
  });

  it('get hints over HTTP/2', async () => {
    const stream = ask('/hints');
    const [hints] = await once(stream, 'headers');
    assert.deepEqual([hints[':status'], hints.link], [103, '</a>; rel=preload']);
    assert.equal((await responseOf(stream)).body, 'ok');
  });

  it('send and get large bodies over HTTP/2', async () => {
    const chunk = Buffer.alloc(64 * 1024, 'abcdefg');
    const stream = ask('/echo', {}, Readable.from(Array(256).fill(chunk)));
    const { body } = await responseOf(stream);
    assert.equal(body, String(chunk).repeat(256));
  });

  it('send bodies over HTTP/2 after 100 (Continue)', async () => {
    const stream = session().request({
      ':path': '/echo',
      ':authority': 'shop.test',
      ':method': 'POST',
      expect: '100-continue',
    });
    await once(stream, 'continue');
    stream.end('body');
    assert.equal((await responseOf(stream)).body, 'body');
  });

  it('get an error for an invalid request over HTTP/2', async () => {
    for (const [headers, status] of [
      [{ ':path': '/a b' }, 400],
      [{ ':path': 'nonsense' }, 400],
      [{ ':method': 'GE T' }, 400],
      [{ host: 'other.test' }, 400],
      [{ ':authority': 'nobody.test' }, 404],
      [{ expect: 'magic' }, 417],
    ] as const) {
      const stream = ask('/seen', headers as Record<string, string>);
      // The parser of HTTP/2 may also reset the stream.
      const response = await responseOf(stream).catch(() => ({ status }));
      assert.equal(response.status, status, JSON.stringify(headers));
    }
    // None of these errors is counted against the origin.
    assert.equal((await responseOf(ask('/seen'))).status, 200);
  });

  it('cannot open a tunnel with CONNECT over HTTP/2', async () => {
    const stream = session().request({ ':method': 'CONNECT', ':authority': 'shop.test:443' });
    stream.on('error', () => {});
    assert.equal((await responseOf(stream)).status, 400);
  });

  it('get a reset after an incomplete response', async () => {
    const stream = ask('/half').resume();
    await eventually('the stream ended', () => stream.closed);
    assert.notEqual(stream.rstCode, 0);
  });

  it('may leave with a session full of requests', async () => {
    const opened = session();
    for (let n = 0; n < 20; n++) {
      opened.request({ ':path': '/silent', ':authority': 'shop.test' }).on('error', () => {});
    }
    await eventually('all are in flight', () => edge.inFlight() === 20);
    opened.destroy();
    await eventually('none is in flight', () => edge.inFlight() === 0);
    const fields = await logged('/silent');
    assert.equal(fields.EdgeResponseStatus, 499);
    assert.match(fields.ClientSSLProtocol, /^TLSv1/);
    assert.ok(Number.isInteger(fields.ClientRequestBytes));
  });

  it('are disconnected if they never end an unwanted body', async () => {
    const stream = session().request({
      ':path': '/early',
      ':authority': 'shop.test',
      ':method': 'POST',
    });
    stream.on('error', () => {});
    stream.write('x');
    const [headers] = await once(stream.resume(), 'response');
    assert.equal(headers[':status'], 413);
    await eventually('the stream ended', () => stream.closed);
    await logged('/early');
  });
});
