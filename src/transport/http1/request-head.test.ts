import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { headBytes } from './head-bytes.ts';
import { parseRequestHead } from './request-head.ts';
import { WireError, type WireFault } from './wire-error.ts';

const limits = { targetBytes: 64, fields: 8 };
const get = (lines: string) => `GET / HTTP/1.1\r\nHost: a.test\r\n${lines}\r\n`;

describe('the head of a request', () => {
  it('is parsed in received order and spelling', () => {
    const text =
      'POST /a?b HTTP/1.1\r\nhOST: a.test:80\r\nX-A: 1\r\nx-a:  2 \r\nX-Empty:\r\nContent-Length: 12\r\n\r\n';
    const { method, target, version, headers, framing } = parseRequestHead(headBytes(text), limits);
    assert.deepEqual([method, target, version], ['POST', '/a?b', '1.1']);
    assert.deepEqual(headers.pairs.slice(0, 4), ['hOST', 'a.test:80', 'X-A', '1']);
    assert.deepEqual(headers.names, ['host', 'x-a', 'x-a', 'x-empty', 'content-length']);
    assert.equal(headers.get('x-a'), '1, 2');
    assert.deepEqual(headers.all('x-a'), ['1', '2']);
    assert.equal(headers.get('x-empty'), '');
    assert.equal(headers.get('cookie'), undefined);
    assert.deepEqual(framing, { kind: 'length', length: 12 });
  });

  const framings: readonly [string, string, unknown][] = [
    ['no body', '', { kind: 'none' }],
    ['a length', 'Content-Length: 0\r\n', { kind: 'length', length: 0 }],
    [
      'the largest length',
      'Content-Length: 9007199254740991\r\n',
      { kind: 'length', length: Number.MAX_SAFE_INTEGER },
    ],
    ['chunks', 'Transfer-Encoding: Chunked\r\n', { kind: 'chunked' }],
  ];
  for (const [what, lines, framing] of framings) {
    it(`may have ${what}`, () => {
      assert.deepEqual(parseRequestHead(headBytes(get(lines)), limits).framing, framing);
    });
  }

  const refused: readonly [WireFault, ...string[]][] = [
    [
      'method',
      'get / HTTP/1.1\r\nHost: a\r\n\r\n',
      ' GET / HTTP/1.1\r\nHost: a\r\n\r\n',
      'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
      'GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\n',
    ],
    [
      'target',
      'GET  / HTTP/1.1\r\nHost: a\r\n\r\n',
      'GET a HTTP/1.1\r\nHost: a\r\n\r\n',
      'GET /\xe4 HTTP/1.1\r\nHost: a\r\n\r\n',
      'GET *x HTTP/1.1\r\nHost: a\r\n\r\n',
      'GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n',
      'GET /\r\nHost: a\r\n\r\n',
    ],
    ['target-too-long', `GET /${'x'.repeat(64)} HTTP/1.1\r\nHost: a\r\n\r\n`],
    [
      'version',
      'GET / HTTP/2.0\r\nHost: a\r\n\r\n',
      'GET / HTTP/1.1 \r\nHost: a\r\n\r\n',
      'GET / http/1.1\r\nHost: a\r\n\r\n',
      'GET / HTTP/1.1\nHost: a\r\n\r\n',
    ],
    [
      'field-name',
      get('X Y: z\r\n'),
      get('X : z\r\n'),
      get(': z\r\n'),
      get('X\r\n'),
      get('X@: y\r\n'),
    ],
    ['folded-field', get(' x: y\r\n'), get('X: y\r\n\tz\r\n')],
    ['field-value', get('X: \0\r\n'), get('X: a\nY: b\r\n'), get('X: a\t\r\n'), get('X: \x7f\r\n')],
    ['line-end', get('X: a\rb\r\n')],
    ['no-host', 'GET / HTTP/1.1\r\n\r\n', 'GET / HTTP/1.0\r\n\r\n'],
    ['several-hosts', get('Host: a.test\r\n'), get('host: b\r\n')],
    [
      'bad-length',
      ...[
        '+1',
        '-1',
        '1,1',
        '0x1',
        '',
        '1 1',
        '1e3',
        '9007199254740992',
        '18446744073709551615',
      ].map((value) => get(`Content-Length: ${value}\r\n`)),
    ],
    ['several-lengths', get('Content-Length: 1\r\nContent-Length: 1\r\n')],
    [
      'bad-transfer-encoding',
      ...['gzip, chunked', 'identity', 'chunked, chunked', '', '"chunked"', 'chunked;q=1'].map(
        (value) => get(`Transfer-Encoding: ${value}\r\n`),
      ),
      get('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n'),
      'GET / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    ['length-and-transfer-encoding', get('Content-Length: 1\r\nTransfer-Encoding: chunked\r\n')],
    ['too-many-fields', get('X: y\r\n'.repeat(8))],
  ];
  for (const [fault, ...heads] of refused) {
    it(`is refused: ${fault}`, () => {
      for (const head of heads) {
        assert.throws(
          () => parseRequestHead(headBytes(head), limits),
          (error) => error instanceof WireError && error.fault === fault,
          JSON.stringify(head),
        );
      }
    });
  }
});
