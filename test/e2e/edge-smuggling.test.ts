/**
 * Request smuggling: requests that two parsers could read in different ways. Each must be refused, or reach the origin
 * as exactly one request. The origin here is a bare socket: it sees every byte that the edge sends.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';

/** Responds to everything that arrives, and records it. */
function recordingOrigin(received: { text: string }[]): Server {
  return createServer((socket) => {
    const record = { text: '' };
    received.push(record);
    socket.on('error', () => {});
    socket.on('data', (data) => {
      record.text += data.toString('latin1');
      if (isWhole(record.text)) {
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok');
      }
    });
  });
}

/** Whether the head and, according to its headers, the body are complete. */
function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const head = text.slice(0, end);
  const body = text.slice(end + 4);
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  if (length !== undefined) return body.length >= Number(length);
  return !/^transfer-encoding:/im.test(head) || body.endsWith('0\r\n\r\n');
}

const GET = (headers: string, target = '/') => `GET ${target} HTTP/1.1\r\n${headers}\r\n\r\n`;
const HOST = 'Host: shop.test\r\n';
const post = (headers: string, body: string) =>
  `POST / HTTP/1.1\r\n${HOST}${headers}\r\n\r\n${body}`;
const HIDDEN = 'GET /hidden HTTP/1.1\r\nHost: shop.test\r\n\r\n';

/** The bytes that are sent, and the status of the first response. */
type Row = readonly [name: string, sent: string, status: number];

const refused: readonly Row[] = [
  [
    'more fields in Connection than are looked at',
    GET(`${HOST}Connection: ${'x, '.repeat(32)}x-secret\r\nX-Secret: 1`),
    400,
  ],
  ['CL.TE', post('Content-Length: 6\r\nTransfer-Encoding: chunked', '0\r\n\r\nG'), 400],
  ['TE.CL', post('Transfer-Encoding: chunked\r\nContent-Length: 4', `5c\r\n${HIDDEN}`), 400],
  [
    'TE.TE, second unknown',
    post('Transfer-Encoding: chunked\r\nTransfer-Encoding: x', `0\r\n\r\n${HIDDEN}`),
    400,
  ],
  [
    'TE.TE, first unknown',
    post('Transfer-Encoding: x\r\nTransfer-Encoding: identity', HIDDEN),
    400,
  ],
  [
    'an encoding that only looks like chunked',
    post('Transfer-Encoding: xchunked', `0\r\n\r\n${HIDDEN}`),
    400,
  ],
  [
    'chunked before another encoding',
    post('Transfer-Encoding: chunked, identity', `0\r\n\r\n${HIDDEN}`),
    400,
  ],
  ['a blank before the colon', post('Transfer-Encoding : chunked', `0\r\n\r\n${HIDDEN}`), 400],
  [
    'a vertical tab in the encoding',
    post('Transfer-Encoding:\vchunked', `0\r\n\r\n${HIDDEN}`),
    400,
  ],
  [
    'a trailer that is allowed only in the head',
    post('Transfer-Encoding: chunked', '2\r\nok\r\n0\r\nHost: other.test\r\n\r\n'),
    400,
  ],
  ['two lengths that differ', post('Content-Length: 0\r\nContent-Length: 44', HIDDEN), 400],
  ['two lengths that agree', post('Content-Length: 2\r\nContent-Length: 2', 'ok'), 400],
  ['a list of lengths', post('Content-Length: 2, 2', 'ok'), 400],
  ['a length with a sign', post('Content-Length: +2', 'ok'), 400],
  ['a negative length', post('Content-Length: -2', 'ok'), 400],
  ['a length in hexadecimal', post('Content-Length: 0x2', 'ok'), 400],
  ['a length with letters', post('Content-Length: 2a', 'ok'), 400],
  ['an empty length', post('Content-Length:', HIDDEN), 400],
  ['a length beyond all numbers', post('Content-Length: 99999999999999999999', 'ok'), 400],
  ['a folded header', GET(`${HOST}X-Long: a\r\n b`), 400],
  ['a folded encoding', post('Transfer-Encoding:\r\n chunked', `0\r\n\r\n${HIDDEN}`), 400],
  ['line ends without CR', `GET / HTTP/1.1\nHost: shop.test\n\n`, 400],
  ['one header that ends without CR', GET(`${HOST}X-A: b\nTransfer-Encoding: chunked`), 400],
  ['a bare CR in a value', GET(`${HOST}X-A: b\rX-C: d`), 400],
  ['a NUL in a value', GET(`${HOST}X-A: b\0c`), 400],
  ['a NUL in a name', GET(`${HOST}X\0A: b`), 400],
  ['a NUL in the target', GET('Host: shop.test', '/a\0b'), 400],
  ['a header without a name', GET(`${HOST}: value`), 400],
  ['a header without a colon', GET(`${HOST}nonsense`), 400],
  ['a blank in the target', GET('Host: shop.test', '/a b'), 400],
  ['an absolute address of another host', GET('Host: shop.test', 'http://other.test/'), 400],
  ['an absolute address with a user', GET('Host: shop.test', 'http://other.test@shop.test/'), 400],
  ['an absolute address of another scheme', GET('Host: shop.test', 'ftp://shop.test/'), 400],
  ['a target that is no path', GET('Host: shop.test', 'shop.test'), 400],
  ['CONNECT', 'CONNECT shop.test:443 HTTP/1.1\r\nHost: shop.test\r\n\r\n', 400],
  ['two hosts', GET('Host: shop.test\r\nHost: other.test'), 400],
  ['the same host twice', GET('Host: shop.test\r\nhost: shop.test'), 400],
  ['no host', 'GET / HTTP/1.1\r\nX-A: b\r\n\r\n', 400],
  ['an empty host', GET('Host:'), 400],
  ['a host with a path', GET('Host: shop.test/other'), 400],
  ['a host with a user', GET('Host: a@shop.test'), 400],
  ['a host of two names', GET('Host: shop.test, other.test'), 400],
  ['a method that is none', 'GE T / HTTP/1.1\r\nHost: shop.test\r\n\r\n', 400],
  ['a version that is none', 'GET / HTTP/9.9\r\nHost: shop.test\r\n\r\n', 400],
  ['a request without a version', 'GET /\r\nHost: shop.test\r\n\r\n', 400],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['a chunk size that is none', post('Transfer-Encoding: chunked', 'xyz\r\n\r\n'), 400],
  ['a negative chunk size', post('Transfer-Encoding: chunked', '-1\r\nok\r\n0\r\n\r\n'), 400],
  [
    'a chunk size beyond all numbers',
    post('Transfer-Encoding: chunked', 'fffffffffffffffff\r\n'),
    400,
  ],
  [
    'a chunk size followed by LF alone',
    post('Transfer-Encoding: chunked', '2\nok\r\n0\r\n\r\n'),
    400,
  ],
  [
    'a chunk longer than its size',
    post('Transfer-Encoding: chunked', '2\r\nokay\r\n0\r\n\r\n'),
    400,
  ],
  ['too long a target', GET('Host: shop.test', `/${'a'.repeat(17_000)}`), 414],
  ['too large a head', GET(`${HOST}X-A: ${'a'.repeat(40_000)}`), 431],
  [
    'too many headers',
    GET(HOST + Array.from({ length: 200 }, (_, n) => `X-${n}: a`).join('\r\n')),
    431,
  ],
  ['too many loops', GET(`${HOST}CDN-Loop: palisade, palisade, palisade, palisade`), 508],
  ['an expectation we cannot meet', GET(`${HOST}Expect: magic`), 417],
];

/** The bytes that are sent, and the request lines that the origin must get, in order. */
type Passed = readonly [name: string, sent: string, targets: readonly string[]];

const passed: readonly Passed[] = [
  [
    'an absolute address of its own host',
    GET('Host: shop.test', 'http://shop.test/path?q'),
    ['GET /path?q'],
  ],
  ['an absolute address without a path', GET('Host: shop.test', 'HTTP://SHOP.test?q'), ['GET /?q']],
  ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: shop.test\r\n\r\n', ['OPTIONS /']],
  [
    'two requests in a row',
    GET('Host: shop.test', '/1') + GET('Host: shop.test', '/2'),
    ['GET /1', 'GET /2'],
  ],
  [
    'a chunked body and another request',
    post('Transfer-Encoding: chunked', `2\r\nok\r\n0\r\n\r\n${HIDDEN}`),
    ['POST /', 'GET /hidden'],
  ],
  [
    'a body that looks like a request',
    post(`Content-Length: ${HIDDEN.length}`, HIDDEN),
    ['POST /'],
  ],
  [
    'a GET with a body that looks like a request',
    `GET / HTTP/1.1\r\n${HOST}Content-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
    ['GET /'],
  ],
  [
    'a length declared to belong to the connection',
    post('Connection: content-length\r\nContent-Length: 2', 'ok'),
    ['POST /'],
  ],
  [
    'a host declared to belong to the connection',
    GET(`${HOST}Connection: host, cf-ray, cdn-loop`),
    ['GET /'],
  ],
  [
    'an upgrade to HTTP/2 without TLS',
    GET(
      `${HOST}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__`,
    ),
    ['GET /'],
  ],
  [
    'offers of HTTP/2 without TLS, each as one request',
    GET(`${HOST}Connection: Upgrade\r\nUpgrade: h2c`, '/1') +
      GET(`${HOST}Connection: Upgrade\r\nUpgrade: H2C, h2`, '/2') +
      HIDDEN,
    ['GET /1', 'GET /2', 'GET /hidden'],
  ],
  [
    'a GET with a length of 0 and another request',
    GET(`${HOST}Content-Length: 0`) + HIDDEN,
    ['GET /', 'GET /hidden'],
  ],
  [
    'a length with leading zeros as a plain number',
    post('Content-Length: 0000000000000010', HIDDEN.slice(0, 10)),
    ['POST /'],
  ],
  [
    'an encoding in odd case',
    post('tRANSFER-eNCODING: cHUNKED', '2\r\nok\r\n0\r\n\r\n'),
    ['POST /'],
  ],
  ['trailers', post('Transfer-Encoding: chunked', '2\r\nok\r\n0\r\nX-Sum: 1\r\n\r\n'), ['POST /']],
  [
    'an extension of a chunk',
    post('Transfer-Encoding: chunked', '2;a=b\r\nok\r\n0\r\n\r\n'),
    ['POST /'],
  ],
];

describe('requests that could be read in two ways', () => {
  const received: { text: string }[] = [];
  const origin = recordingOrigin(received);
  let edge: TestEdge;

  before(async () => {
    origin.listen(0, '127.0.0.1');
    await once(origin, 'listening');
    const { port } = origin.address() as AddressInfo;
    const { zone, pool } = siteOf('shop.test', [originOf(port)]);
    edge = await openTestEdge({ zones: [zone], pools: [pool] });
  });
  after(async () => {
    await edge.close();
    origin.close();
  });
  beforeEach(() => {
    received.length = 0;
  });

  /** Sends bytes and waits for as many responses, or for the end of the connection. */
  async function exchange(sent: string, responses: number): Promise<string> {
    const socket = connect(edge.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(sent, 'latin1');
    let got = '';
    for await (const data of socket) {
      got += String(data);
      if (got.split('HTTP/1.1 ').length - 1 >= responses && got.includes('\r\n\r\n')) break;
    }
    socket.destroy();
    return got;
  }

  for (const [name, sent, status] of refused) {
    it(`refuses ${name}`, async () => {
      const response = await exchange(sent, 1);
      assert.equal(Number(response.slice(9, 12)), status, response.slice(0, 200));
      assert.deepEqual(
        received.filter(({ text }) => isWhole(text)),
        [],
        'the origin saw a request',
      );
      for (const { text } of received) assert.equal(text.split('/hidden').length, 1, text);
    });
  }

  for (const [name, sent, targets] of passed) {
    it(`forwards ${name}`, async () => {
      const response = await exchange(sent, targets.length);
      assert.match(response, /^HTTP\/1\.1 200 /);
      assert.deepEqual(
        received.map(({ text }) => text.split(' HTTP/1.1\r\n', 1)[0]),
        targets,
      );
      for (const { text } of received) {
        const head = text.slice(0, text.indexOf('\r\n\r\n'));
        assert.equal(head.match(/^host: shop\.test$/gim)?.length, 1, head);
        assert.equal(
          head.match(/^(content-length|transfer-encoding):/gim)?.length ?? 0,
          /^POST|length/i.test(head) ? 1 : 0,
          head,
        );
        assert.match(head, /^cf-ray: [0-9a-f]{16}$/m);
        assert.doesNotMatch(
          head,
          /^(connection: (?!keep-alive)|upgrade|http2-settings|trailer|te):?/im,
        );
      }
    });
  }
});
