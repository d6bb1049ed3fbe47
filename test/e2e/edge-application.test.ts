/**
 * A real application behind the edge: an HTTP framework with routes, cookies, redirects and uploads, a WebSocket server
 * and a stream of events. Neither the application nor its clients are aware of the edge.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { WebSocket, WebSocketServer } from 'ws';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';

const LARGE = 200 * 1024 * 1024;
const CHUNK = randomBytes(64 * 1024);

/** 200 MB, generated on the fly. */
function* large(): Generator<Buffer> {
  for (let sent = 0; sent < LARGE; sent += CHUNK.length) yield CHUNK;
}

function checksumOf(chunks: Iterable<Buffer>): number {
  let sum = 0;
  for (const chunk of chunks) sum = crc32(chunk, sum);
  return sum;
}

function application(): FastifyInstance {
  const app = Fastify({ bodyLimit: LARGE + 1 });
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) =>
    done(null, payload),
  );
  app.get('/', async (_request, reply) =>
    reply.header('set-cookie', ['a=1; Path=/', 'b=2']).send('welcome'),
  );
  app.get('/seen', async ({ headers, ip }) => ({ headers, ip }));
  app.get('/moved', async (_request, reply) => reply.redirect('/', 302));
  app.get('/empty', async (_request, reply) => reply.code(204).send());
  app.get('/missing', async (_request, reply) => reply.code(404).send({ error: 'none' }));
  app.post('/echo', async ({ body }) => body);
  app.put('/upload', async ({ body }) => {
    let [bytes, checksum] = [0, 0];
    for await (const chunk of body as Readable) {
      checksum = crc32(chunk, checksum);
      bytes += chunk.length;
    }
    return { bytes, checksum };
  });
  app.get('/download', async (_request, reply) =>
    reply.header('content-length', LARGE).send(Readable.from(large(), { objectMode: false })),
  );
  app.get('/events', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' });
    reply.raw.flushHeaders();
    app.server.once('tick', () => reply.raw.write('data: one\n\n'));
    app.server.once('tock', () => reply.raw.end('data: two\n\n'));
  });
  app.get('/hints', (_request, reply) => {
    reply.hijack();
    reply.raw.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
    reply.raw.writeHead(200, { trailer: 'checksum' });
    reply.raw.write('body');
    reply.raw.addTrailers({ checksum: 'abc' });
    reply.raw.end();
  });
  const sockets = new WebSocketServer({ server: app.server, path: '/socket' });
  sockets.on('connection', (socket, { headers }) => {
    socket.send(JSON.stringify({ ray: headers['cf-ray'], origin: headers.origin }));
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
  });
  return app;
}

describe('an application behind the edge', () => {
  let app: FastifyInstance;
  let edge: TestEdge;

  before(async () => {
    app = application();
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const { zone, pool } = siteOf('shop.test', [originOf(port)]);
    edge = await openTestEdge({ zones: [zone], pools: [pool] });
  });
  after(async () => {
    await edge.close();
    app.server.closeAllConnections();
    await app.close();
  });

  async function send(
    path: string,
    {
      method = 'GET',
      headers = {},
      body,
    }: {
      method?: string;
      headers?: Record<string, string | number>;
      body?: string | Readable;
    } = {},
  ): Promise<IncomingMessage> {
    const sent = request({
      host: '127.0.0.1',
      port: edge.port,
      path,
      method,
      headers: { host: 'shop.test', ...headers },
    });
    if (body instanceof Readable) pipeline(body, sent, () => {});
    else sent.end(body);
    const [response] = await once(sent, 'response');
    return response;
  }

  it('has its status, headers and body forwarded unchanged', async () => {
    const welcome = await send('/');
    assert.equal(await text(welcome), 'welcome');
    assert.deepEqual(welcome.headers['set-cookie'], ['a=1; Path=/', 'b=2']);
    assert.match(String(welcome.headers['cf-ray']), /^[0-9a-f]{16}$/);
    const moved = await send('/moved');
    assert.deepEqual([moved.statusCode, moved.headers.location], [302, '/']);
    const empty = await send('/empty');
    assert.deepEqual([empty.statusCode, await text(empty)], [204, '']);
    const missing = await send('/missing');
    assert.deepEqual([missing.statusCode, await text(missing)], [404, '{"error":"none"}']);
  });

  it('gets the address of the visitor and the requested host', async () => {
    const response = await send('/seen', {
      headers: { 'x-forwarded-for': '6.6.6.6', 'cf-connecting-ip': '6.6.6.6', 'x-own': 'kept' },
    });
    const { headers } = JSON.parse(await text(response));
    assert.equal(headers.host, 'shop.test');
    assert.equal(headers['x-forwarded-for'], '127.0.0.1');
    assert.equal(headers['x-forwarded-proto'], 'http');
    assert.equal(headers['x-forwarded-host'], 'shop.test');
    assert.equal(headers.forwarded, 'for=127.0.0.1;host=shop.test;proto=http');
    assert.equal(headers['cf-connecting-ip'], '127.0.0.1');
    assert.equal(headers['cf-ray'], response.headers['cf-ray']);
    assert.equal(headers['x-own'], 'kept');
    assert.equal(headers['cdn-loop'], 'palisade');
  });

  it('responds to HEAD without a body', async () => {
    const head = await send('/', { method: 'HEAD' });
    assert.deepEqual([head.headers['content-length'], await text(head)], ['7', '']);
  });

  it('gets small bodies, chunked or with a length', async () => {
    const headers = { 'content-type': 'application/json' };
    const known = await send('/echo', { method: 'POST', headers, body: '{"a":1}' });
    assert.equal(await text(known), '{"a":1}');
    const chunked = await send('/echo', {
      method: 'POST',
      headers: { ...headers, 'transfer-encoding': 'chunked' },
      body: '{"a":2}',
    });
    assert.equal(await text(chunked), '{"a":2}');
  });

  it('gets a body that the visitor sends after 100 (Continue)', async () => {
    const sent = request({
      host: '127.0.0.1',
      port: edge.port,
      path: '/echo',
      method: 'POST',
      headers: {
        host: 'shop.test',
        'content-type': 'application/json',
        'content-length': 2,
        expect: '100-continue',
      },
    });
    sent.flushHeaders();
    await once(sent, 'continue');
    sent.end('{}');
    const [response] = await once(sent, 'response');
    assert.equal(await text(response), '{}');
  });

  it('sends early hints before its response, and trailers after it', async () => {
    const sent = request({
      host: '127.0.0.1',
      port: edge.port,
      path: '/hints',
      headers: { host: 'shop.test' },
    }).end();
    const arrived = once(sent, 'response');
    const [information] = await once(sent, 'information');
    assert.deepEqual(
      [information.statusCode, information.headers.link],
      [103, '</style.css>; rel=preload; as=style'],
    );
    const [response] = await arrived;
    assert.equal(await text(response), 'body');
    assert.deepEqual(response.trailers, { checksum: 'abc' });
  });

  it('streams events as they happen', async () => {
    const events = await send('/events');
    assert.equal(events.headers['content-type'], 'text/event-stream');
    const chunks = events[Symbol.asyncIterator]();
    app.server.emit('tick');
    assert.equal(String((await chunks.next()).value), 'data: one\n\n');
    app.server.emit('tock');
    assert.equal(String((await chunks.next()).value), 'data: two\n\n');
    assert.equal((await chunks.next()).done, true);
  });

  it('exchanges messages over a WebSocket', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${edge.port}/socket`, {
      headers: { host: 'shop.test' },
      origin: 'http://shop.test',
    });
    const [hello] = await once(socket, 'message');
    assert.match(JSON.parse(String(hello)).ray, /^[0-9a-f]{16}$/);
    for (const message of ['text', randomBytes(1_000_000)]) {
      socket.send(message);
      const [echo] = await once(socket, 'message');
      assert.ok(Buffer.from(message).equals(echo as Buffer));
    }
    socket.close(4001, 'done');
    const [code, reason] = await once(socket, 'close');
    assert.deepEqual([code, String(reason)], [4001, 'done']);
  });

  it('refuses a WebSocket with a response of its own', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${edge.port}/elsewhere`, {
      headers: { host: 'shop.test' },
    });
    const [, response] = await once(socket, 'unexpected-response');
    assert.equal(response.statusCode, 400);
  });

  it('receives 200 MB and sends 200 MB, every byte of them', async () => {
    const checksum = checksumOf(large());
    const upload = await send('/upload', {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: Readable.from(large(), { objectMode: false }),
    });
    assert.deepEqual(JSON.parse(await text(upload)), { bytes: LARGE, checksum });
    const download = await send('/download');
    let received = 0;
    for await (const chunk of download) received = crc32(chunk, received);
    assert.equal(received, checksum);
  });

  it('has every request in the log', async () => {
    const ray = (await send('/seen?x=1', { headers: { referer: 'http://a.test/' } })).headers[
      'cf-ray'
    ];
    await send('/empty');
    edge.flush();
    const event = edge.events.find(({ fields }) => fields.RayID === ray);
    assert.ok(event);
    assert.equal(event.zoneId, 'shop.test');
    const { fields } = event;
    assert.equal(fields.ClientRequestURI, '/seen?x=1');
    assert.equal(fields.ClientRequestPath, '/seen');
    assert.equal(fields.ClientRequestReferer, 'http://a.test/');
    assert.equal(fields.EdgeResponseStatus, 200);
    assert.equal(fields.OriginResponseStatus, 200);
    assert.equal(fields.OriginIP, '127.0.0.1');
    assert.ok(fields.EdgeResponseBytes > fields.EdgeResponseBodyBytes);
    assert.ok(fields.EdgeEndTimestamp >= fields.EdgeStartTimestamp);
  });
});
