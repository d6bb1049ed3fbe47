import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { respond, ServerUnderTest } from '../fixtures/server-under-test.ts';
import { accepted, refused } from './fixtures/downgrade-cases.ts';
import {
  DATA,
  END_STREAM,
  frame,
  GET,
  headers,
  RST_STREAM,
  uint32,
  withFields,
} from './fixtures/frames.ts';
import { RawHttp2Visitor } from './fixtures/raw-http2-visitor.ts';

const PROTOCOL_ERROR = 1;

describe('an HTTP/2 request that is forwarded over HTTP/1.1', () => {
  let under: ServerUnderTest;
  let visitor: RawHttp2Visitor;

  beforeEach(async () => {
    under = await ServerUnderTest.open();
    visitor = new RawHttp2Visitor(under.tlsPort);
  });
  afterEach(async () => {
    visitor.socket.destroy();
    await under.close();
  });

  for (const [what, fields, reason] of refused) {
    it(`is refused with ${what}`, async () => {
      visitor.send(headers(1, fields), headers(3, GET));
      await eventually('the next response is received', () => visitor.content(3) === '/');
      if (reason === 'reset') assert.equal(visitor.resetCode(1), PROTOCOL_ERROR);
      else {
        assert.deepEqual(under.refusals, [reason]);
        await eventually('the page is received', () => visitor.content(1) === reason);
      }
      assert.equal(under.requests.length, 1);
    });
  }

  for (const [what, fields, pairs] of accepted) {
    it(`has ${what}`, async () => {
      visitor.send(headers(1, fields));
      await eventually('the response is received', () => visitor.content(1) === '/');
      assert.deepEqual(under.requests[0]?.headers.pairs, pairs);
      assert.equal(under.requests[0]?.method, 'GET');
    });
  }

  const post = withFields([':method', 'POST']);
  const five = withFields([':method', 'POST'], ['content-length', '5']);
  const bodies: readonly [string, readonly Buffer[], string][] = [
    [
      'ends with its last DATA frame',
      [headers(1, post, 0), frame(DATA, 0, 1, 'ab'), frame(DATA, END_STREAM, 1, 'c')],
      'abc end',
    ],
    ['is empty', [headers(1, post, 0), frame(DATA, END_STREAM, 1)], ' end'],
    [
      'has the length of its Content-Length',
      [headers(1, five, 0), frame(DATA, 0, 1, 'abcde'), frame(DATA, END_STREAM, 1)],
      'abcde end',
    ],
    [
      'has trailers',
      [headers(1, post, 0), frame(DATA, 0, 1, 'ab'), headers(1, [['x-sum', '1']])],
      'ab end x-sum,1',
    ],
    [
      'is shorter than its Content-Length',
      [headers(1, five, 0), frame(DATA, END_STREAM, 1, 'abc')],
      'abc failed',
    ],
    [
      'is longer than its Content-Length',
      [headers(1, five, 0), frame(DATA, END_STREAM, 1, 'abcdef')],
      ' failed',
    ],
    [
      'is shorter than its Content-Length before its trailers',
      [headers(1, five, 0), frame(DATA, 0, 1, 'abc'), headers(1, [['x', 'y']])],
      'abc failed',
    ],
    [
      'is reset without an error',
      [headers(1, post, 0), frame(DATA, 0, 1, 'abc'), frame(RST_STREAM, 0, 1, uint32(0))],
      'abc failed',
    ],
    [
      'has trailers that are not allowed',
      [headers(1, post, 0), frame(DATA, 0, 1, 'ab'), headers(1, [['host', 'other.test']])],
      'ab failed',
    ],
    [
      'has trailers with a pseudo-header',
      [headers(1, post, 0), frame(DATA, 0, 1, 'ab'), headers(1, [[':path', '/other']])],
      'ab failed',
    ],
    [
      'has trailers without END_STREAM',
      [headers(1, post, 0), headers(1, [['x', 'y']], 0), frame(DATA, END_STREAM, 1, 'ab')],
      ' failed',
    ],
  ];
  for (const [what, frames, expected] of bodies) {
    it(`has a body that ${what}`, async () => {
      let log = '';
      under.onRequest = ({ body }) =>
        body?.read({
          onData: (bytes) => {
            log += bytes;
            return true;
          },
          onEnd: (trailers) => {
            log += ` end ${trailers?.pairs ?? ''}`;
          },
          onFailure: () => {
            log += ' failed';
          },
        });
      visitor.send(...frames);
      await eventually('it is over', () => / (?:end|failed)/.test(log));
      // Nothing follows.
      visitor.send(headers(3, GET));
      await eventually('the next one is there', () => under.requests.length === 2);
      assert.equal(log.trimEnd(), expected);
    });
  }

  it('ends alone if its body is longer than its Content-Length (the connection ended)', async () => {
    under.onRequest = (stream) => {
      stream.body?.read({ onData: () => true, onEnd: () => {}, onFailure: () => {} });
      if (!stream.body) respond(stream, '/');
    };
    const long = Buffer.alloc(16_000, 'x');
    visitor.send(headers(1, five, 0), frame(DATA, 0, 1, 'abcdef'));
    await eventually('the stream is reset', () => visitor.resetCode(1) === PROTOCOL_ERROR);
    visitor.send(frame(DATA, 0, 1, long), frame(DATA, END_STREAM, 1, long), headers(3, GET));
    await eventually('the next response is received', () => visitor.content(3) === '/');
    assert.equal(visitor.goawayCode(), undefined);
  });
});
