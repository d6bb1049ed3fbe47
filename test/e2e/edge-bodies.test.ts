/** Bodies that rules inspect, from malicious visitors: the response must be right, and the edge must survive. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect as http2Connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { after, afterEach, before, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { ruleOf, rulesOf } from '../support/edge-rules.ts';
import { originOf, poolOf, siteOf } from '../support/edge-snapshots.ts';
import { eventually } from '../support/eventually.ts';
import { openRawOrigin, RawVisitor } from '../support/raw-http.ts';
import { openTestEdge, type TestEdge, testEdgeConfig } from '../support/test-edge.ts';

const FORM = 'Content-Type: application/x-www-form-urlencoded\r\n';
const BOUNDARY = 'Content-Type: multipart/form-data; boundary=b\r\n';
const LIMIT = 131_072;
const folder = fileURLToPath(new URL('../fixtures/tls', import.meta.url));

const head = (headers: string, method = 'POST') =>
  `${method} / HTTP/1.1\r\nHost: shop.test\r\n${headers}\r\n`;
const withLength = (body: string | Buffer, headers = FORM, method = 'POST') =>
  Buffer.concat([
    Buffer.from(head(`${headers}Content-Length: ${Buffer.byteLength(body)}\r\n`, method)),
    Buffer.from(body),
  ]);
const part = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

describe('bodies that rules look at', () => {
  const got: { readonly headers: IncomingMessage['headers']; readonly body: Buffer }[] = [];
  const visitors: RawVisitor[] = [];
  let origin: Server;
  let edge: TestEdge;
  let site: ReturnType<typeof siteOf>;

  const rulesets = rulesOf({
    http_request_firewall_custom: [
      ruleOf('form', 'block', 'http.request.body.form["q"][0] eq "bad"'),
      ruleOf('part', 'block', 'any(http.request.body.multipart["q"][*] eq "bad")'),
      ruleOf('json', 'block', 'lookup_json_string(http.request.body.raw, "q") eq "bad"'),
      ruleOf('size', 'block', 'http.request.body.size eq 300001'),
      ruleOf('cut', 'log', 'http.request.body.truncated'),
    ],
  });

  before(async () => {
    origin = createServer(async (incoming, outgoing) => {
      // Undefined if the visitor left before the end of the body.
      const body = await buffer(incoming).catch(() => undefined);
      if (!body) return;
      got.push({ headers: incoming.headers, body });
      outgoing.end('taken');
    }).listen(0, '127.0.0.1');
    // Connections that wait while this process is busy must not be closed under a request.
    origin.keepAliveTimeout = 0;
    await once(origin, 'listening');
    site = siteOf('shop.test', [originOf((origin.address() as AddressInfo).port)]);
    const zone = { ...site.zone, sections: { ...site.zone.sections, rulesets } };
    edge = await openTestEdge(
      { zones: [zone], pools: [site.pool] },
      {
        limits: { ...testEdgeConfig.limits, inspectedSeconds: 1, headerSeconds: 1 },
        tls: { host: '127.0.0.1', port: 0, folder },
      },
    );
  });
  afterEach(async () => {
    for (const visitor of visitors.splice(0)) visitor.socket.destroy();
    got.length = 0;
    // After every test, the edge still serves requests.
    const visitor = new RawVisitor(edge.port, withLength('q=good').toString('latin1'));
    assert.match(await visitor.until(/taken/), /^HTTP\/1.1 200 /);
    visitor.socket.destroy();
    got.length = 0;
    await eventually('no request is in flight', () => edge.inFlight() === 0);
  });
  after(async () => {
    await edge.close();
    origin.closeAllConnections();
    origin.close();
  });

  function visit(bytes: string | Buffer): RawVisitor {
    const visitor = new RawVisitor(edge.port);
    visitor.send(bytes);
    visitors.push(visitor);
    return visitor;
  }

  const statusOf = async (bytes: string | Buffer): Promise<number> =>
    Number(/^HTTP\/1.1 (\d+)/.exec(await visit(bytes).until(/\r\n\r\n/))?.[1]);

  it('have so long to arrive, however they trickle', async () => {
    let sent = 0;
    const visitor = visit(head(`${FORM}Content-Length: 100\r\n`));
    // The last byte never comes.
    const trickle = setInterval(() => {
      if (sent === 99) return;
      visitor.send('x');
      sent += 1;
    }, 50);
    const answer = await visitor.end();
    clearInterval(trickle);
    assert.match(answer, /^HTTP\/1.1 408 /);
    assert.ok(sent > 0);
    assert.deepEqual(got, []);
  });

  it('may be slow after the inspected part', async () => {
    const visitor = visit(head(`Content-Length: ${LIMIT + 3}\r\n`));
    visitor.send('x'.repeat(LIMIT + 1));
    // A visitor that arrived later and sends nothing is refused after the time limit.
    assert.match(await visit(head(`${FORM}Content-Length: 100\r\n`)).end(), /^HTTP\/1.1 408 /);
    visitor.send('yz');
    assert.match(await visitor.until(/taken/), /^HTTP\/1.1 200 /);
    assert.equal(got[0]?.body.toString().slice(-3), 'xyz');
  });

  it('may come in chunks of any size', async () => {
    const chunks = (text: string) => [...text].map((each) => `1\r\n${each}\r\n`).join('');
    const chunked = (body: string) =>
      `${head(`${FORM}Transfer-Encoding: chunked\r\n`)}${body}0\r\n\r\n`;
    assert.equal(await statusOf(chunked(chunks('q=bad'))), 403);
    assert.equal(await statusOf(chunked(chunks('q=good'))), 200);
    assert.equal(await statusOf(chunked('')), 200);
    assert.deepEqual(
      got.map(({ body }) => body.toString()),
      ['q=good', ''],
    );
  });

  for (const size of [1_000, 8_192]) {
    it(`reach the origin completely if they come in chunks of ${size} and are longer than the inspected part`, async () => {
      for (const length of [LIMIT + 1_000, LIMIT + 200_000]) {
        const content = Buffer.from(
          Array.from({ length }, (_, n) => 97 + ((n * 13 + (n >> 8)) % 25)),
        );
        const chunks: string[] = [];
        for (let at = 0; at < length; at += size) {
          const chunk = content.toString('latin1', at, at + size);
          chunks.push(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
        }
        const visitor = visit(
          `${head('Transfer-Encoding: chunked\r\n')}${chunks.join('')}0\r\n\r\n`,
        );
        await visitor.until(/taken/);
        assert.ok(got.at(-1)?.body.equals(content), `${got.at(-1)?.body.length} of ${length}`);
      }
    });
  }

  it('are refused if their chunks are malformed', async () => {
    const visitor = visit(`${head(`${FORM}Transfer-Encoding: chunked\r\n`)}5\r\nq=bad\r\nzz\r\n`);
    assert.match(await visitor.end(), /^HTTP\/1.1 400 /);
    assert.deepEqual(got, []);
  });

  it('are requested once by 100 (Continue) if the visitor expects it', async () => {
    for (const [body, status] of [
      ['q=bad', 403],
      ['q=good', 200],
    ] as const) {
      const length = `Content-Length: ${body.length}\r\n`;
      const visitor = visit(head(`${FORM}${length}Expect: 100-continue\r\n`));
      await visitor.until(/^HTTP\/1.1 100 Continue\r\n\r\n/);
      visitor.send(body);
      const response = await visitor.until(/\r\n\r\n.+\r\n\r\n/s);
      assert.match(response, new RegExp(`^HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 ${status} `));
    }
    assert.deepEqual([got[0]?.body.toString(), got[0]?.headers.expect], ['q=good', undefined]);
  });

  it('are not requested in HTTP/1.0', async () => {
    const old = `POST / HTTP/1.0\r\nHost: shop.test\r\n${FORM}Expect: 100-continue\r\nContent-Length: 6\r\n\r\nq=good`;
    assert.match(await visit(old).end(), /^HTTP\/1.1 200 /);
  });

  it('are dropped when the visitor leaves', async () => {
    const logged = edge.events.length;
    for (const bytes of ['', 'q=ba', 'x'.repeat(70_000)]) {
      const visitor = visit(head(`${FORM}Content-Length: 100000\r\nExpect: 100-continue\r\n`));
      // The edge waits for the body.
      await visitor.until(/^HTTP\/1.1 100 /);
      visitor.send(bytes);
      visitor.socket.resetAndDestroy();
    }
    // During decoding: the body has arrived, and the visitor has left.
    const long = gzipSync(Buffer.alloc(3 * LIMIT), { level: 0 });
    for (let n = 0; n < 40; n++) {
      const visitor = visit(
        head(`${FORM}Content-Encoding: gzip\r\nContent-Length: ${long.length}\r\n`),
      );
      visitor.send(long.subarray(0, LIMIT + 1));
      // At another moment each time: before the body arrives, while it is read, while it is decoded.
      for (let turn = 0; turn < n; turn++) await setImmediate();
      visitor.socket.resetAndDestroy();
    }
    await eventually('all requests are in the log', () => {
      edge.flush();
      return edge.events.length >= logged + 13;
    });
    await eventually('no request is in flight', () => edge.inFlight() === 0);
  });

  it('may be compression bombs, which cost little and are forwarded unchanged', async () => {
    const zeros = Buffer.alloc(50_000_000);
    const before = process.memoryUsage().rss;
    const zipped = gzipSync(zeros);
    for (const [encoding, bomb] of [
      ['gzip', zipped],
      // The best quality, which is the default, takes seconds.
      ['br', brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })],
      ['zstd', zstdCompressSync(zeros)],
      ['gzip, gzip', gzipSync(zipped)],
    ] as const) {
      got.length = 0;
      const sent = withLength(bomb, `${FORM}Content-Encoding: ${encoding}\r\n`);
      const statuses = await Promise.all(Array.from({ length: 20 }, () => statusOf(sent)));
      assert.deepEqual(new Set(statuses), new Set([200]), encoding);
      for (const { body } of got) assert.ok(body.equals(bomb));
    }
    const grown = process.memoryUsage().rss - before;
    assert.ok(grown < 500_000_000, `${grown}`);
  });

  it('are inspected as sent if they do not match their encoding', async () => {
    for (const encoding of [
      'gzip',
      'br',
      'zstd',
      'deflate',
      'compress',
      'unknown',
      ',',
      'gzip;q=1',
    ]) {
      const headers = `${FORM}Content-Encoding: ${encoding}\r\n`;
      assert.equal(await statusOf(withLength('q=bad', headers)), 403, encoding);
      assert.equal(await statusOf(withLength('q=good', headers)), 200, encoding);
      assert.equal(got.at(-1)?.body.toString(), 'q=good', encoding);
    }
  });

  it('may have a thousand parts', async () => {
    const body = (count: number) =>
      `${Array.from({ length: count - 1 }, (_, n) => part(`n${n}`, 'x')).join('')}${part('q', 'bad')}--b--\r\n`;
    assert.equal(await statusOf(withLength(body(1_000), BOUNDARY)), 403);
    // Real forms have fewer: the rest is not inspected, and rules can detect it.
    assert.equal(await statusOf(withLength(body(1_001), BOUNDARY)), 200);
    assert.equal(got[0]?.body.toString(), body(1_001));
    assert.equal(await statusOf(withLength(part('q', 'bad') + body(1_001), BOUNDARY)), 403);
    await eventually('both are marked as truncated', () => {
      edge.flush();
      return edge.security.filter(({ fields }) => fields.Ref === 'cut').length >= 1;
    });
  });

  // Each of these was read differently, or not at all, and bypassed the rule.
  const sent = 'q=bad';
  const gzip = gzipSync(sent);
  const form = part('q', 'bad');
  const JSON_TYPE = 'Content-Type: application/json\r\n';
  const GZIP = `${FORM}Content-Encoding: gzip\r\n`;
  const spellings: readonly (readonly [what: string, headers: string, body: string | Buffer])[] = [
    ['a content type given twice', FORM + FORM, sent],
    ['a list of content types', FORM.replace('\r\n', ', x\r\n'), sent],
    ['words behind the content type', FORM.replace('\r\n', ' x\r\n'), sent],
    ['an encoded name', FORM, '%71=bad'],
    ['a blank before the name', FORM, '+q=bad'],
    ['many empty pairs', FORM, `${'&'.repeat(100_000)}q=bad`],
    ['a byte order mark', JSON_TYPE, '\ufeff{"q":"bad"}'],
    ['UTF-16', JSON_TYPE, Buffer.from('{"q":"bad"}', 'utf16le')],
    ['a comma too many', JSON_TYPE, '{"q":"bad",}'],
    ['line feeds only', BOUNDARY, `${form}--b--`.replaceAll('\r\n', '\n')],
    ['no end', BOUNDARY, form],
    ['single quotes', BOUNDARY, `${form.replaceAll('"', "'")}--b--`],
    ['a parameter that is none', BOUNDARY, `${form.replace(' name', ' x y; name')}--b--`],
    ['a long head', BOUNDARY, form.replace('Content', `X: ${'x'.repeat(9_000)}\r\nContent`)],
    ['parts behind the end', BOUNDARY, `--b--\r\n${form}`],
    ['two boundaries', BOUNDARY.replace('=b', '=c; boundary=b'), `${form}--b--`],
    ['a wrong checksum', GZIP, Buffer.concat([gzip.subarray(0, -8), Buffer.alloc(8)])],
    ['no checksum', GZIP, gzip.subarray(0, -8)],
    ['something behind the content', GZIP, Buffer.concat([gzip, Buffer.from('garbage')])],
    ['a weight of its encoding', GZIP.replace('gzip', 'gzip;q=1'), gzip],
    [
      'four encodings',
      GZIP.replace('gzip', 'gzip, gzip, gzip, gzip'),
      gzipSync(gzipSync(gzipSync(gzip))),
    ],
    // A gzip comment that servers see if they do not decode the content.
    [
      'a form around the content',
      GZIP,
      Buffer.concat([
        Buffer.from([0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 0, 3]),
        Buffer.from('&q=bad&\0'),
        gzipSync('x=1').subarray(10),
      ]),
    ],
  ];
  for (const [what, headers, body] of spellings) {
    it(`are read with ${what}`, async () => {
      assert.equal(await statusOf(withLength(body, headers)), 403);
    });
  }

  // The size was that of the inspected part, so that no rule could detect large bodies.
  it('have the size of the whole body', async () => {
    assert.equal(await statusOf(withLength('x'.repeat(300_001))), 403);
    assert.equal(await statusOf(withLength('x'.repeat(300_002))), 200);
  });

  it('are refused with conflicting Content-Type fields', async () => {
    const response = await visit(withLength('q=good', `${FORM}Content-Type: text/plain\r\n`)).end();
    assert.match(response, /^HTTP\/1.1 400 /);
    assert.deepEqual(got, []);
  });

  // A kilobyte of content became a megabyte of pairs, which blocked the process for seconds.
  it('are decoded only up to the inspection limit', async () => {
    const many = withLength(gzipSync(`${'&a'.repeat(60_000)}&q=bad${'&'.repeat(900_000)}`), GZIP);
    const statuses = await Promise.all(Array.from({ length: 20 }, () => statusOf(many)));
    assert.deepEqual(new Set(statuses), new Set([200]));
  });

  it('may be nested deeply', async () => {
    const deep = '['.repeat(50_000);
    for (const body of [
      deep,
      `{"a":${deep}`,
      `{"a":${deep}${']'.repeat(50_000)}}`,
      '{"a":'.repeat(20_000),
    ]) {
      assert.equal(await statusOf(withLength(body, 'Content-Type: application/json\r\n')), 200);
      assert.equal(got.at(-1)?.body.toString(), body);
    }
    const bad = `{"a":${deep}${']'.repeat(50_000)},"q":"bad"}`;
    assert.equal(await statusOf(withLength(bad, 'Content-Type: application/json\r\n')), 403);
  });

  it('are truncated at the limit for rules only', async () => {
    for (const [length, cut] of [
      [LIMIT - 1, 0],
      [LIMIT, 0],
      [LIMIT + 1, 1],
      [3 * LIMIT, 1],
    ] as const) {
      edge.flush();
      edge.security.length = 0;
      const visitor = visit(withLength('x'.repeat(length)));
      await visitor.until(/taken/);
      await eventually('the request has ended', () => {
        edge.flush();
        return edge.security.length === cut;
      });
      assert.equal(got.at(-1)?.body.length, length);
    }
  });

  it('are inspected over HTTP/2 as well', async () => {
    const session = http2Connect(`https://127.0.0.1:${edge.tlsPort}`, {
      servername: 'shop.test',
      rejectUnauthorized: false,
    });
    const send = async (body: string | Buffer, headers: Record<string, string> = {}) => {
      const stream = session.request({
        ':method': 'POST',
        ':authority': 'shop.test',
        ':path': '/',
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      });
      stream.end(body);
      const [response] = await once(stream, 'response');
      await text(stream);
      return response[':status'];
    };
    assert.equal(await send('q=bad'), 403);
    assert.equal(await send('q=good'), 200);
    assert.equal(await send(gzipSync('q=bad'), { 'content-encoding': 'gzip' }), 403);
    assert.equal(await send(`q=bad&${'x'.repeat(400_000)}`), 403);
    assert.equal(await send('x'.repeat(400_000)), 200);
    assert.equal(got.at(-1)?.body.length, 400_000);
    assert.equal(await send('q=good', { expect: '100-continue' }), 200);
    const slow = session.request({
      ':method': 'POST',
      ':authority': 'shop.test',
      ':path': '/',
      'content-type': 'text/plain',
    });
    slow.on('error', () => {});
    slow.write('x');
    const [late] = await once(slow, 'response');
    assert.equal(late[':status'], 408);
    slow.destroy();
    const left = session.request({
      ':method': 'POST',
      ':authority': 'shop.test',
      ':path': '/',
      expect: '100-continue',
    });
    left.on('error', () => {});
    // The edge waits for the body.
    await once(left, 'continue');
    left.write('x'.repeat(1_000));
    // CANCEL
    left.close(8);
    assert.equal(await send('q=good'), 200);
    session.close();
  });

  describe('of requests whose origin fails', () => {
    /** Two origins; the first one is tried first. */
    async function use(...ports: number[]): Promise<void> {
      const pool = poolOf(
        site.pool.id,
        ports.map((port, n) => originOf(port, { weight: n === 0 ? 1 : 0.0001 })),
      );
      await edge.apply({ pools: [pool] });
    }
    after(() => edge.apply({ pools: [site.pool] }));

    it('are sent to another origin if the first one did not receive them', async () => {
      const closed = await openRawOrigin(() => {});
      closed.close();
      await use(closed.port, (origin.address() as AddressInfo).port);
      for (const body of ['q=good', 'x'.repeat(2 * LIMIT)]) {
        assert.equal(await statusOf(withLength(body)), 200);
        assert.equal(got.at(-1)?.body.toString(), body);
      }
    });

    it('are retried only if that is safe', async () => {
      let asked = 0;
      const broken = await openRawOrigin((socket) => {
        asked += 1;
        socket.destroy();
      });
      const working = (origin.address() as AddressInfo).port;
      for (const [method, body, status] of [
        ['POST', 'q=good', 520],
        ['PUT', 'q=good', 520],
        // Safe, and the whole body is buffered.
        ['OPTIONS', 'q=good', 200],
        // Safe, but a part of the body has been consumed.
        ['OPTIONS', 'x'.repeat(5 * LIMIT), 520],
      ] as const) {
        asked = 0;
        got.length = 0;
        await use(broken.port, working);
        assert.equal(
          await statusOf(withLength(body, FORM, method)),
          status,
          `${method} ${body.length}`,
        );
        assert.equal(asked, 1);
        assert.deepEqual(
          got.map((each) => each.body.toString()),
          status === 200 ? [body] : [],
        );
      }
      broken.close();
    });
  });
});
