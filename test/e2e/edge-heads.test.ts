/** Heads of requests and responses: how large they may be, and what the other side gets. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as http2Connect, type OutgoingHttpHeaders } from 'node:http2';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { openRawOrigin, type RawOrigin, RawVisitor } from '../support/raw-http.ts';
import { openTestEdge, type TestEdge, testEdgeConfig } from '../support/test-edge.ts';

const folder = fileURLToPath(new URL('../fixtures/tls', import.meta.url));
const tls = { host: '127.0.0.1', port: 0, folder };
const HOST = 'Host: shop.test\r\n';
const LAST = `GET / HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;
const KIB = 1_024;

async function visitOverHttp2({ tlsPort }: TestEdge, fields: OutgoingHttpHeaders = {}) {
  const session = http2Connect(`https://127.0.0.1:${tlsPort}`, {
    servername: 'shop.test',
    rejectUnauthorized: false,
    maxHeaderListPairs: 2_000,
    maxSendHeaderBlockLength: 1_024 * KIB,
    settings: { maxHeaderListSize: 1_024 * KIB },
  });
  try {
    const stream = session.request({ ':authority': 'shop.test', ...fields }).end();
    const [response] = await once(stream, 'response');
    return { fields: response as Record<string, string | number>, body: await text(stream) };
  } finally {
    session.destroy();
  }
}

describe('heads of responses', () => {
  let origin: RawOrigin;
  let response = '';
  let edge: TestEdge;
  let strict: TestEdge;

  before(async () => {
    origin = await openRawOrigin((socket) => socket.end(response));
    const { zone, pool } = siteOf('shop.test', [originOf(origin.port)]);
    const site = { zones: [zone], pools: [pool] };
    edge = await openTestEdge(site, { tls });
    const limits = { headerBytes: 2 * KIB, headerCount: 8 };
    strict = await openTestEdge(site, { origins: { ...testEdgeConfig.origins, ...limits } });
  });
  after(async () => {
    origin.close();
    await Promise.all([edge.close(), strict.close()]);
  });

  /** A response with a head of this size. The bytes are spread, because HTTP/2 clients refuse a value of more than 64 KiB. */
  function responseOf(bytes: number, fields: number): string {
    const value = 'a'.repeat(Math.floor(bytes / fields) - 'X-100: \r\n'.length);
    const lines = Array.from({ length: fields - 2 }, (_, n) => `X-${n}: ${value}`);
    const start = ['HTTP/1.1 200 OK', 'Content-Length: 2', ...lines, 'X-Last: '].join('\r\n');
    return `${start}${'a'.repeat(bytes - start.length - '\r\n\r\n'.length)}\r\n\r\nok`;
  }

  it('pass up to 128 KiB and 512 fields (they were 520 from 64 KiB and 256 fields on)', async () => {
    response = responseOf(128 * KIB, 512);
    const plain = await new RawVisitor(edge.port, LAST).end();
    assert.match(plain, /^HTTP\/1.1 200 OK\r\n/);
    const [head = '', body] = response.split('\r\n\r\n');
    assert.equal(body, 'ok');
    for (const line of head.split('\r\n')) assert.ok(plain.includes(`${line}\r\n`), line);

    const http2 = await visitOverHttp2(edge);
    assert.equal(http2.fields[':status'], 200);
    const names = Object.keys(http2.fields).filter((name) => name.startsWith('x-'));
    assert.equal(names.length, 511);
    assert.equal(http2.body, 'ok');
  });

  for (const [what, of, bytes, fields, setting] of [
    ['a byte too long', () => edge, 128 * KIB + 1, 512, 'PALISADE_ORIGIN_HEADER_BYTES'],
    ['with a field too many', () => edge, 64 * KIB, 513, 'PALISADE_ORIGIN_HEADER_COUNT'],
    ['too long for the setting', () => strict, 2 * KIB + 1, 8, 'PALISADE_ORIGIN_HEADER_BYTES'],
    ['with too many fields for it', () => strict, 2 * KIB, 9, 'PALISADE_ORIGIN_HEADER_COUNT'],
  ] as const) {
    it(`${what} become a 520 that names the limit`, async () => {
      response = responseOf(bytes, fields);
      const page = await new RawVisitor(of().port, LAST).end();
      assert.match(page, /^HTTP\/1.1 520 /);
      const settings = page.match(/PALISADE_ORIGIN_HEADER_\w+/g);
      assert.deepEqual(settings, [setting]);
    });
  }

  it('are not to blame for too many trailers', async () => {
    const trailers = Array.from({ length: 100 }, (_, n) => `X-${n}: a\r\n`).join('');
    response = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n${trailers}\r\n`;
    const page = await new RawVisitor(edge.port, LAST).end();
    assert.match(page, /^HTTP\/1.1 520 /);
    assert.doesNotMatch(page, /PALISADE_/);
  });
});

describe('heads of requests', () => {
  let origin: RawOrigin;
  let edge: TestEdge;
  let heads: string[] = [];

  before(async () => {
    origin = await openRawOrigin((socket, head) => {
      heads.push(head);
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    });
    const { zone, pool } = siteOf('shop.test', [originOf(origin.port)]);
    edge = await openTestEdge({ zones: [zone], pools: [pool] }, { tls });
  });
  after(async () => {
    origin.close();
    await edge.close();
  });

  /** The fields of the next request that the origin gets, apart from those that the edge adds. */
  async function passedOn(send: () => Promise<unknown>): Promise<string[]> {
    heads = [];
    await send();
    const [head = ''] = heads;
    return head.split('\r\n').filter((line) => /^(?:x-[ab]|content.|transfer-)/i.test(line));
  }

  const BODY = '\r\n\r\nok';
  for (const [what, sent, expected] of [
    [
      'in its place',
      `PUT / HTTP/1.1\r\n${HOST}X-A: 1\r\nContent-Length: 2\r\nX-B: 2${BODY}`,
      ['X-A: 1', 'Content-Length: 2', 'X-B: 2'],
    ],
    [
      'if it is 0 and the method has no body',
      `GET / HTTP/1.1\r\n${HOST}X-A: 1\r\ncontent-length: 0\r\nX-B: 2\r\n\r\n`,
      ['X-A: 1', 'content-length: 0', 'X-B: 2'],
    ],
    [
      'if it is 0 and the method has a body',
      `POST / HTTP/1.1\r\n${HOST}Content-Length: 0\r\nX-B: 2\r\n\r\n`,
      ['Content-Length: 0', 'X-B: 2'],
    ],
    [
      'without zeros that servers read as octal',
      `PUT / HTTP/1.1\r\n${HOST}Content-Length: 002\r\nX-B: 2${BODY}`,
      ['Content-Length: 2', 'X-B: 2'],
    ],
    [
      'though Connection names it',
      `PUT / HTTP/1.1\r\n${HOST}Connection: content-length\r\nContent-Length: 2\r\nX-B: 2${BODY}`,
      ['Content-Length: 2', 'X-B: 2'],
    ],
    [
      'but no other spelling of it',
      `PUT / HTTP/1.1\r\n${HOST}Content_Length: 9\r\nContent-Length: 2\r\nContent_length: 9${BODY}`,
      ['Content-Length: 2'],
    ],
    [
      'at the end if a method with a body has none',
      `POST / HTTP/1.1\r\n${HOST}X-A: 1\r\n\r\n`,
      ['X-A: 1', 'content-length: 0'],
    ],
    [
      'never beside Transfer-Encoding',
      `PUT / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\nX-A: 1\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
      ['X-A: 1', 'transfer-encoding: chunked'],
    ],
  ] as const) {
    it(`have Content-Length ${what}`, async () => {
      const lines = await passedOn(async () => {
        const visitor = new RawVisitor(edge.port, sent);
        await visitor.until(/^HTTP\/1.1 200 [\s\S]*ok$/);
        visitor.socket.destroy();
      });
      assert.deepEqual(lines, expected);
    });
  }

  it('have Content-Length in its place over HTTP/2 too', async () => {
    const lines = await passedOn(() =>
      visitOverHttp2(edge, { 'x-a': '1', 'content-length': '0', 'x-b': '2' }),
    );
    assert.deepEqual(lines, ['x-a: 1', 'content-length: 0', 'x-b: 2']);
  });

  it('over HTTP/2 are refused with 431 up to twice the limit', async () => {
    const { headerBytes } = testEdgeConfig.limits;
    const { fields, body } = await visitOverHttp2(edge, {
      'x-a': 'a'.repeat(2 * headerBytes - 100),
    });
    assert.equal(fields[':status'], 431);
    assert.match(body, /Headers too large/);
  });

  describe('that offer HTTP/2 without TLS', () => {
    const offer = (protocols: string, target = '/') =>
      `GET ${target} HTTP/1.1\r\n${HOST}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: ${protocols}\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n`;

    it('get their response over HTTP/1.1, on a connection that stays open (it was closed)', async () => {
      heads = [];
      const visitor = new RawVisitor(edge.port, offer('h2c', '/1'));
      assert.doesNotMatch(await visitor.until(/ok$/), /connection: close/i);
      visitor.send(offer('h2c', '/2') + LAST);
      assert.equal((await visitor.end()).split('HTTP/1.1 200 OK').length - 1, 3);
      assert.deepEqual(
        heads.map((head) => head.split(' HTTP/1.1', 1)[0]),
        ['GET /1', 'GET /2', 'GET /'],
      );
      assert.ok(heads.every((head) => !/upgrade|http2-settings/i.test(head)));
    });

    it('are not followed by HTTP/2', async () => {
      const visitor = new RawVisitor(edge.port, offer('h2c'));
      await visitor.until(/ok$/);
      visitor.send('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
      assert.match(await visitor.end(), /ok(?:HTTP\/1.1 400 )/);
    });

    it('beside another protocol are the last of their connection', async () => {
      const visitor = new RawVisitor(edge.port, offer('websocket, h2c') + LAST);
      assert.equal((await visitor.end()).split('HTTP/1.1 200 OK').length - 1, 1);
    });
  });
});
