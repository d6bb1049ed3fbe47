import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { respond, ServerUnderTest, testLimits } from '../fixtures/server-under-test.ts';
import type { HttpStream } from '../http-stream.ts';
import {
  ACK,
  DATA,
  frame,
  GET,
  HEADERS,
  headers,
  PING,
  type RawFields,
  RST_STREAM,
  SETTINGS,
  setting,
  splitHeaders,
  uint32,
  WINDOW_UPDATE,
  withFields,
} from './fixtures/frames.ts';
import { RawHttp2Visitor } from './fixtures/raw-http2-visitor.ts';

const INITIAL_WINDOW_SIZE = 4;
const MAX_CONCURRENT_STREAMS = 3;
const PROTOCOL_ERROR = 1;
const INTERNAL_ERROR = 2;
const REFUSED_STREAM = 7;
const ENHANCE_YOUR_CALM = 11;

describe('an HTTP/2 connection', () => {
  let under: ServerUnderTest;
  let sessions: ClientHttp2Session[];
  let visitors: RawHttp2Visitor[];

  beforeEach(async () => {
    under = await ServerUnderTest.open();
    sessions = [];
    visitors = [];
  });
  afterEach(async () => {
    for (const session of sessions) session.destroy();
    for (const { socket } of visitors) socket.destroy();
    await under.close();
  });

  function visit(): ClientHttp2Session {
    const session = connect(`https://127.0.0.1:${under.tlsPort}`, {
      servername: 'shop.test',
      rejectUnauthorized: false,
    });
    session.on('error', () => {});
    sessions.push(session);
    return session;
  }

  function visitRaw(): RawHttp2Visitor {
    const visitor = new RawHttp2Visitor(under.tlsPort);
    visitors.push(visitor);
    return visitor;
  }

  function sendRequest(
    session: ClientHttp2Session,
    fields: OutgoingHttpHeaders = {},
    body?: Buffer | string,
  ): ClientHttp2Stream {
    const stream = session.request({ ':authority': 'shop.test', ...fields });
    stream.on('error', () => {});
    stream.end(body);
    return stream;
  }

  async function responseTo(stream: ClientHttp2Stream) {
    const [fields] = await once(stream, 'response');
    return { fields, body: await text(stream) };
  }

  async function firstRequest(): Promise<HttpStream> {
    await eventually('the request is there', () => under.requests.length > 0);
    return under.requests[0] as HttpStream;
  }

  it('receives requests and sends responses', async () => {
    const { fields, body } = await responseTo(
      sendRequest(visit(), { ':path': '/a?b', 'x-own': 'y' }),
    );
    assert.deepEqual([fields[':status'], body], [200, '/a?b']);
    const [stream] = under.requests;
    assert.equal(stream?.version, '2');
    assert.equal(stream?.target, '/a?b');
    assert.equal(stream?.headers.get('x-own'), 'y');
    assert.equal(stream?.headers.get('host'), 'shop.test');
    assert.equal(stream?.body, undefined);
    assert.equal(stream?.isUpgrade, false);
    const { tls, remoteAddress, localPort } = stream?.connection ?? assert.fail();
    assert.equal(tls?.serverName, 'shop.test');
    assert.match(tls?.protocol ?? '', /^TLSv1\.[23]$/);
    assert.match(tls?.cipher ?? '', /^(?:TLS_|ECDHE)/);
    assert.deepEqual([remoteAddress, localPort], ['127.0.0.1', under.tlsPort]);
  });

  it('sends no connection-specific field, and adds none of its own', async () => {
    under.onRequest = (stream) => {
      stream.respond(200, 'OK', [
        ...['Connection', 'close', 'Keep-Alive', 'x', 'Transfer-Encoding', 'chunked'],
        ...['Upgrade', 'x', 'Proxy-Connection', 'x', 'X-Own', '\xe4', 'Set-Cookie', 'a'],
        ...['set-cookie', 'b', 'content-length', '0'],
      ]);
      stream.end();
    };
    const { fields } = await responseTo(sendRequest(visit()));
    assert.deepEqual(Object.entries(fields), [
      [':status', 200],
      ['x-own', '\xe4'],
      ['set-cookie', ['a', 'b']],
      ['content-length', '0'],
    ]);
  });

  it('refuses to send fields with line ends and invalid statuses', async () => {
    under.onRequest = (stream) => {
      for (const field of [
        ['x', 'a\r\ny: b'],
        ['x\r\ny', 'b'],
        ['x', '\0'],
        ['', 'x'],
      ]) {
        assert.throws(() => stream.respond(200, 'OK', field), /cannot be sent/);
        assert.throws(() => stream.inform(103, field), /cannot be sent/);
      }
      assert.throws(() => stream.respond(999, 'OK', []), /999/);
      respond(stream, 'done');
    };
    assert.equal((await responseTo(sendRequest(visit()))).body, 'done');
  });

  for (const [method, status] of [
    ['HEAD', 200],
    ['GET', 204],
    ['GET', 205],
    ['GET', 304],
  ] as const) {
    it(`sends no body with ${method} and ${status}`, async () => {
      under.onRequest = (stream) => {
        stream.respond(status, '', ['content-length', '4']);
        stream.write(Buffer.from('body'));
        stream.end('body');
      };
      const { fields, body } = await responseTo(sendRequest(visit(), { ':method': method }));
      assert.deepEqual([fields[':status'], body], [status, '']);
      const hasLength = status === 200 || status === 304;
      assert.equal(fields['content-length'], hasLength ? '4' : undefined);
      await eventually('it is over', () => under.requests[0]?.isClosed === true);
    });
  }

  it('sends hints before the response', async () => {
    under.onRequest = (stream) => {
      stream.inform(103, ['Link', '</a>', 'link', '</b>', 'Connection', 'close']);
      respond(stream, 'ok');
      stream.inform(103, []);
    };
    const stream = sendRequest(visit());
    const [hints] = await once(stream, 'headers');
    assert.deepEqual([hints[':status'], hints.link], [103, '</a>, </b>']);
    assert.equal((await responseTo(stream)).body, 'ok');
  });

  it('sends and receives trailers', async () => {
    under.onRequest = (stream) =>
      stream.body?.read({
        onData: () => true,
        onEnd: (trailers) => {
          stream.respond(200, 'OK', []);
          stream.write(Buffer.from('bo'));
          stream.end('dy', [...(trailers?.pairs ?? []), 'X-Out', '1']);
        },
        onFailure: () => assert.fail(),
      });
    const stream = visit().request(
      { ':authority': 'shop.test', ':method': 'POST' },
      { waitForTrailers: true },
    );
    stream.on('wantTrailers', () => stream.sendTrailers({ 'x-in': '2' }));
    stream.end('body');
    const trailers = once(stream, 'trailers');
    assert.equal((await responseTo(stream)).body, 'body');
    const [fields] = await trailers;
    assert.deepEqual([fields['x-in'], fields['x-out']], ['2', '1']);
  });

  it('reports refused trailers to a consumer that starts to read later', async () => {
    under.onRequest = () => {};
    const stream = visit().request(
      { ':authority': 'shop.test', ':method': 'POST' },
      { waitForTrailers: true },
    );
    stream.on('error', () => {});
    stream.on('wantTrailers', () => stream.sendTrailers({ authorization: 'x' }));
    stream.end('body');
    const { body } = await firstRequest();
    await eventually('the trailers were refused', () => body?.isBroken === true);
    let failure: Error | undefined;
    body?.read({
      onData: () => true,
      onEnd: () => assert.fail(),
      onFailure: (error) => {
        failure = error;
      },
    });
    assert.match(failure?.message ?? '', /trailer/);
  });

  it('receives an empty body, also if it has ended before it is read', async () => {
    under.onRequest = () => {};
    const stream = sendRequest(visit(), { ':method': 'POST' });
    const request = await firstRequest();
    await eventually('the body has ended', () => request.body?.isDone === true);
    request.body?.read({
      onData: () => assert.fail(),
      onEnd: () => respond(request, 'empty'),
      onFailure: () => assert.fail(),
    });
    assert.equal((await responseTo(stream)).body, 'empty');
  });

  it('sends and receives long bodies', async () => {
    const bytes = Buffer.alloc(8 * 2 ** 20, 'abcdefg');
    under.onRequest = (stream) => {
      stream.respond(200, 'OK', []);
      stream.onDrain = () => stream.body?.resume();
      stream.body?.read({
        onData: (chunk) => stream.write(chunk),
        onEnd: () => stream.end(),
        onFailure: () => assert.fail(),
      });
    };
    const stream = sendRequest(visit(), { ':method': 'POST' }, bytes);
    assert.equal((await responseTo(stream)).body, bytes.toString());
    const [request] = under.requests;
    assert.equal(request?.body?.received, bytes.length);
    assert.ok(request?.body?.isDone);
  });

  it('signals backpressure of a response, and its end', async () => {
    let written = 0;
    under.onRequest = (stream) => {
      stream.respond(200, 'OK', []);
      stream.onDrain = () => {
        do written += 10_000;
        while (stream.write(Buffer.alloc(10_000)));
      };
      stream.onDrain();
    };
    const visitor = visitRaw();
    visitor.send(headers(1, GET));
    await eventually('the window is used up', () => visitor.content(1).length === 2 ** 16 - 1);
    assert.ok(written < 2 ** 18, `${written}`);
    const more = uint32(2 ** 20);
    visitor.send(frame(WINDOW_UPDATE, 0, 1, more), frame(WINDOW_UPDATE, 0, 0, more));
    await eventually('more is received', () => visitor.content(1).length === 2 ** 20 + 2 ** 16 - 1);
    assert.ok(written < 2 ** 20 + 2 ** 18, `${written}`);
  });

  it('limits the buffered bytes of stalled responses, however many they are', async () => {
    const kept = new Map<HttpStream, number>();
    under.onRequest = (stream) => {
      stream.respond(200, 'OK', []);
      let bytes = 0;
      do bytes += 16_000;
      while (stream.write(Buffer.alloc(16_000)));
      kept.set(stream, bytes);
    };
    const visitor = visitRaw();
    const requests = Array.from({ length: 100 }, (_, n) => headers(2 * n + 1, GET));
    visitor.send(frame(SETTINGS, 0, 0, setting(INITIAL_WINDOW_SIZE, 0)), ...requests);
    await eventually('all are there', () => kept.size === 100);
    const all = [...kept.values()].reduce((sum, bytes) => sum + bytes);
    assert.ok(all < 2 ** 20 + 101 * 16_000, `${all}`);
    for (const stream of kept.keys()) stream.abort();
    await eventually('all are closed', () => [...kept.keys()].every(({ isClosed }) => isClosed));
    // Their unsent bytes no longer count.
    kept.clear();
    visitor.send(headers(201, GET));
    await eventually('another is there', () => kept.size === 1);
    assert.deepEqual([...kept.values()], [80_000]);
  });

  it('does not copy long chunks, and signals when they may be overwritten', async () => {
    const bytes = Buffer.alloc(60_000, 'a');
    let isDrained = false;
    under.onRequest = (stream) => {
      stream.respond(200, 'OK', []);
      stream.onDrain = () => {
        isDrained = true;
        bytes.fill('c');
        stream.end();
      };
      assert.equal(stream.write(bytes), false);
      bytes.fill('b', 50_000);
    };
    const visitor = visitRaw();
    visitor.send(frame(SETTINGS, 0, 0, setting(INITIAL_WINDOW_SIZE, 40_000)), headers(1, GET));
    await eventually('a part is received', () => visitor.content(1).length === 40_000);
    assert.equal(isDrained, false);
    visitor.send(frame(WINDOW_UPDATE, 0, 1, uint32(30_000)));
    await eventually(
      'everything is received',
      () => isDrained && visitor.content(1).length === 60_000,
    );
    assert.equal(visitor.content(1), 'a'.repeat(50_000) + 'b'.repeat(10_000));
  });

  it('coalesces small chunks', async () => {
    under.onRequest = (stream) => {
      stream.respond(200, 'OK', []);
      for (let n = 0; n < 10_000; n++) stream.write(Buffer.from(String(n % 10)));
      stream.end();
    };
    const visitor = visitRaw();
    visitor.send(headers(1, GET));
    await eventually('everything is received', () => visitor.content(1).length === 10_000);
    assert.equal(visitor.content(1), '0123456789'.repeat(1_000));
    const frames = visitor.frames.filter(({ type }) => type === DATA).length;
    assert.ok(frames < 10, `${frames}`);
  });

  it('sends a long body that is given at once', async () => {
    const bytes = Buffer.alloc(2 ** 20 + 1, 'abcdefg');
    under.onRequest = (stream) => {
      stream.respond(200, 'OK', ['content-length', String(bytes.length)]);
      stream.end(bytes);
    };
    assert.equal((await responseTo(sendRequest(visit()))).body, bytes.toString());
  });

  it('reads no more of a body than its window until it is consumed', async () => {
    under.onRequest = () => {};
    const stream = sendRequest(visit(), { ':method': 'POST' }, Buffer.alloc(2 ** 20));
    const { body } = await firstRequest();
    await eventually('the window is used up', () => stream.session?.state.remoteWindowSize !== 0);
    assert.equal(body?.received, 0);
    assert.equal(body?.isFlowing, false);
    let received = 0;
    body?.read({
      onData: (bytes) => {
        received += bytes.length;
        return false;
      },
      onEnd: () => {},
      onFailure: () => {},
    });
    await eventually('a piece is received', () => received > 0);
    assert.ok(received <= 2 ** 16, `${received}`);
  });

  it('counts bytes of content and of fields', async () => {
    under.onRequest = (stream) =>
      stream.body?.read({
        onData: () => true,
        onEnd: () => {
          stream.respond(200, 'OK', ['content-length', '30000']);
          stream.end(Buffer.alloc(30_000));
        },
        onFailure: () => assert.fail(),
      });
    await responseTo(
      sendRequest(visit(), { ':method': 'POST', 'x-own': 'y'.repeat(100) }, 'z'.repeat(1_000)),
    );
    const { bytesRead, bytesWritten } = under.requests[0] ?? assert.fail();
    assert.ok(bytesRead > 1_100 && bytesRead < 1_300, `${bytesRead}`);
    assert.ok(bytesWritten > 30_030 && bytesWritten < 30_100, `${bytesWritten}`);
  });

  it('resets a truncated response', async () => {
    under.onRequest = (stream) => {
      stream.respond(200, 'OK', []);
      stream.write(Buffer.from('half'));
    };
    const visitor = visitRaw();
    visitor.send(headers(1, GET));
    await eventually('half of it is received', () => visitor.content(1) === 'half');
    under.requests[0]?.abort();
    await eventually('it is reset', () => visitor.resetCode(1) === INTERNAL_ERROR);
    assert.ok(visitor.frames.every(({ type, flags }) => type !== DATA || flags === 0));
    await eventually('it is closed', () => under.requests[0]?.isClosed === true);
  });

  it('reports a reset by the visitor to the handler', async () => {
    let closed = 0;
    let failed = 0;
    under.onRequest = (stream) => {
      stream.onClose = () => {
        closed += 1;
      };
      // Reads one chunk and pauses.
      stream.body?.read({
        onData: () => false,
        onEnd: () => assert.fail(),
        onFailure: () => {
          failed += 1;
        },
      });
    };
    const visitor = visitRaw();
    const post = withFields([':method', 'POST']);
    for (const id of [1, 3]) visitor.send(headers(id, post, 0), frame(DATA, 0, id, 'body'));
    await eventually('both are there', () => under.requests.length === 2);
    visitor.send(frame(RST_STREAM, 0, 1, uint32(0)));
    await eventually('one is closed', () => closed === 1);
    visitor.socket.destroy();
    await eventually('both are closed', () => closed === 2);
    assert.equal(failed, 2);
    const [stream] = under.requests;
    stream?.respond(200, 'OK', []);
    assert.equal(stream?.write(Buffer.from('late')), true);
    stream?.end('late');
  });

  for (const trailers of [[], ['x', 'y']]) {
    it(`resets a stream whose body is discarded, ${trailers.length ? 'with' : 'without'} trailers`, async () => {
      under.onRequest = (stream) => {
        stream.respond(413, 'Too Large', []);
        stream.end('too large', trailers);
      };
      const stream = visit().request({ ':authority': 'shop.test', ':method': 'POST' });
      stream.on('error', () => {}).write('x');
      const { fields, body } = await responseTo(stream);
      assert.deepEqual([fields[':status'], body], [413, 'too large']);
      await eventually('it is over', () => {
        under.passTime(100);
        return under.requests[0]?.isClosed === true && stream.closed;
      });
      assert.equal(stream.rstCode, 0);
    });
  }

  it('responds to invalid requests, HEAD included, and stays open', async () => {
    const visitor = visitRaw();
    visitor.send(headers(1, withFields([':method', 'HEAD'], ['host', 'other.test'])));
    await eventually('the response is received', () => visitor.hasFrame(HEADERS, 1));
    assert.deepEqual(under.refusals, ['several-hosts']);
    visitor.send(headers(3, withFields([':method', 'POST'], [':path', '/\xff']), 0));
    await eventually('the response is received', () => visitor.content(3) === 'target');
    await eventually('it is reset', () => {
      under.passTime(100);
      return visitor.resetCode(3) === 0;
    });
    visitor.send(headers(5, GET));
    await eventually('the next response is received', () => visitor.content(5) === '/');
    assert.equal(under.requests.length, 1);
  });

  // A head of `GET / HTTP/1.1` with a host has 35 bytes, and a field with a name of one byte has 5 more than its value.
  const ofBytes = (bytes: number): RawFields => withFields(['x', 'a'.repeat(bytes - 35 - 5)]);
  const ofFields = (count: number): RawFields =>
    withFields(...Array.from({ length: count - 1 }, () => ['x', ''] as const));
  const { headBytes, fields: fieldCount } = testLimits;
  for (const [what, fields, outcome] of [
    ['as long as the limit', ofBytes(headBytes), '/'],
    ['a byte longer', ofBytes(headBytes + 1), 'head-too-long'],
    ['twice as long', ofBytes(2 * headBytes), 'head-too-long'],
    ['three times as long', ofBytes(3 * headBytes), ENHANCE_YOUR_CALM],
    ['with as many fields as the limit', ofFields(fieldCount), '/'],
    ['with one more field', ofFields(fieldCount + 1), 'too-many-fields'],
    ['with twice as many fields', ofFields(2 * fieldCount), 'too-many-fields'],
    ['with three times as many fields', ofFields(3 * fieldCount), ENHANCE_YOUR_CALM],
  ] as const) {
    for (const [when, first] of [
      ['before the limits are acknowledged', []],
      ['after that', [frame(SETTINGS, ACK, 0)]],
    ] as const) {
      it(`${typeof outcome === 'number' ? 'resets the stream of' : 'responds to'} a head ${what}, ${when}`, async () => {
        const visitor = visitRaw();
        visitor.send(...first, ...splitHeaders(1, fields), headers(3, GET));
        await eventually('the next response is received', () => visitor.content(3) === '/');
        const result = visitor.resetCode(1) ?? visitor.content(1);
        assert.equal(result, outcome);
      });
    }
  }

  it('sends long heads (the limit was 64 KiB)', async () => {
    const long = Array.from({ length: 120 }, (_, n) => [`x-${n}`, '~'.repeat(1_000)]);
    under.onRequest = (stream) => {
      stream.respond(200, 'OK', long.flat());
      stream.end('ok');
    };
    const session = connect(`https://127.0.0.1:${under.tlsPort}`, {
      servername: 'shop.test',
      rejectUnauthorized: false,
      maxHeaderListPairs: 1_000,
      settings: { maxHeaderListSize: 2 ** 20 },
    });
    sessions.push(session);
    const { fields, body } = await responseTo(sendRequest(session));
    assert.deepEqual([fields['x-119'], body], ['~'.repeat(1_000), 'ok']);
  });

  it('limits concurrent requests', async () => {
    under.onRequest = () => {};
    const visitor = visitRaw();
    const requests = Array.from({ length: 200 }, (_, n) => headers(2 * n + 1, GET));
    visitor.send(...requests);
    await eventually('the rest is refused', () => visitor.resetCode(399) === REFUSED_STREAM);
    assert.equal(under.requests.length, 128);
    const [settings] = visitor.frames;
    assert.ok(settings?.payload.includes(setting(MAX_CONCURRENT_STREAMS, 128)));
    // After the SETTINGS acknowledgement, exceeding the limit is an error.
    visitor.send(frame(SETTINGS, ACK, 0), headers(401, GET));
    await visitor.closed;
    assert.equal(visitor.goawayCode(), PROTOCOL_ERROR);
    await eventually('all are closed', () => under.requests.every(({ isClosed }) => isClosed));
  });

  it('closes after the idle timeout, whatever other frames arrive', async () => {
    const silent = visitRaw();
    const busy = visitRaw();
    busy.send(headers(1, GET));
    await eventually('one response is received', () => busy.content(1) === '/');
    await eventually('both are there', () => under.server.connections === 2);
    for (let second = 0; second < 6; second++) {
      silent.send(frame(PING, 0, 0, Buffer.alloc(8)));
      busy.send(frame(PING, 0, 0, Buffer.alloc(8)));
      await eventually(
        'the ping is received',
        () => silent.frames.filter(({ type }) => type === PING).length > second,
      );
      under.passTime(1_000);
    }
    await Promise.all([silent.closed, busy.closed]);
    assert.equal(silent.goawayCode(), 0);
    await eventually('both are gone', () => under.server.connections === 0);
  });

  it('resets a stalled response, whatever other frames arrive', async () => {
    under.onRequest = (stream) => {
      stream.respond(200, 'OK', []);
      if (stream.target === '/') stream.end(Buffer.alloc(2 ** 20));
    };
    const visitor = visitRaw();
    visitor.send(
      frame(SETTINGS, 0, 0, setting(INITIAL_WINDOW_SIZE, 0)),
      headers(1, GET),
      headers(3, withFields([':path', '/events'])),
    );
    await eventually('both are there', () => under.requests.length === 2);
    for (let second = 0; second < 2; second++) {
      // Enough window for frames to be sent, but not enough to count as progress.
      visitor.send(frame(PING, 0, 0, Buffer.alloc(8)), frame(WINDOW_UPDATE, 0, 1, uint32(1)));
      await eventually('it is received', () => visitor.content(1).length === second + 1);
      under.passTime(1_000);
    }
    await eventually('it is reset', () => visitor.resetCode(1) === INTERNAL_ERROR);
    assert.equal(under.requests[1]?.isClosed, false);
    assert.equal(under.server.connections, 1);
  });

  it('does not limit the time of a slow visitor that makes progress', async () => {
    const bytes = Buffer.alloc(2 ** 19);
    under.onRequest = (stream) => {
      stream.respond(200, 'OK', ['content-length', String(bytes.length)]);
      stream.end(bytes);
    };
    const visitor = visitRaw();
    visitor.send(frame(SETTINGS, 0, 0, setting(INITIAL_WINDOW_SIZE, 0)), headers(1, GET));
    for (let taken = 0; taken < bytes.length; taken += 2 ** 16) {
      const more = uint32(2 ** 16);
      visitor.send(frame(WINDOW_UPDATE, 0, 1, more), frame(WINDOW_UPDATE, 0, 0, more));
      await eventually('a piece is received', () => visitor.content(1).length === taken + 2 ** 16);
      under.passTime(1_500);
    }
    await eventually('the response is sent', () => under.requests[0]?.isClosed === true);
    assert.equal(visitor.resetCode(1), undefined);
  });

  it('closes with its last response if that stalls', async () => {
    under.onRequest = (stream) => {
      stream.respond(200, 'OK', []);
      stream.end(Buffer.alloc(2 ** 22));
    };
    const visitor = visitRaw();
    await eventually('it is there', () => visitor.hasFrame(SETTINGS, 0));
    // Unlimited windows, but the client does not read.
    visitor.socket.pause();
    visitor.send(
      frame(SETTINGS, 0, 0, setting(INITIAL_WINDOW_SIZE, 2 ** 30)),
      frame(WINDOW_UPDATE, 0, 0, uint32(2 ** 30)),
      ...Array.from({ length: 8 }, (_, n) => headers(2 * n + 1, GET)),
    );
    await eventually('they are there', () => under.requests.length === 8);
    under.passTime(under.limits.stallMs + 1_000);
    await eventually('they are closed', () => under.requests.every(({ isClosed }) => isClosed));
    under.passTime(under.limits.lingerMs + 1_000);
    await eventually('it is gone', () => under.server.connections === 0);
  });

  it('stays open after a response that would close an HTTP/1.1 connection', async () => {
    under.onRequest = (stream) => {
      stream.endConnection();
      respond(stream, 'ok');
    };
    const visitor = visitRaw();
    for (const id of [1, 3]) {
      visitor.send(headers(id, GET));
      await eventually('the response is received', () => visitor.content(id) === 'ok');
    }
    assert.equal(visitor.goawayCode(), undefined);
  });

  it('closes after the requests in flight when one of them retires it', async () => {
    under.onRequest = (stream) => {
      if (stream.target !== '/') return;
      stream.retireConnection();
      respond(stream, 'ok');
    };
    const visitor = visitRaw();
    visitor.send(headers(1, withFields([':path', '/slow'])));
    const slow = await firstRequest();
    visitor.send(headers(3, GET));
    await eventually('GOAWAY is received', () => visitor.goawayCode() === 0);
    await eventually('the response is received', () => visitor.content(3) === 'ok');
    respond(slow, 'last');
    await visitor.closed;
    assert.equal(visitor.content(1), 'last');
  });

  it('closes after the requests in flight when it drains', async () => {
    under.onRequest = () => {};
    const visitor = visitRaw();
    const idle = visitRaw();
    visitor.send(headers(1, GET));
    const stream = await firstRequest();
    await eventually('both are there', () => under.server.connections === 2);
    const drained = under.server.drain();
    // A client that does not close the connection is disconnected.
    idle.socket.allowHalfOpen = true;
    await eventually('both have received GOAWAY', () => idle.goawayCode() === 0);
    under.passTime(under.limits.lingerMs + 600);
    await eventually('one is gone', () => under.server.connections === 1);
    await eventually('GOAWAY is received', () => visitor.goawayCode() === 0);
    visitor.send(headers(3, GET), headers(5, GET));
    respond(stream, 'last');
    await visitor.closed;
    assert.equal(visitor.content(1), 'last');
    assert.equal(under.requests.length, 1);
    await drained;
  });

  it('accepts one more packet of requests from an idle visitor when it retires', async () => {
    const visitor = visitRaw();
    await eventually('it is there', () => visitor.hasFrame(SETTINGS, 0));
    const retired = under.server.retire();
    visitor.send(frame(PING, 0, 0, Buffer.alloc(8)));
    await eventually('the ping is received', () => visitor.hasFrame(PING, 0));
    assert.equal(visitor.goawayCode(), undefined);
    visitor.send(headers(1, GET), headers(3, GET));
    await eventually('GOAWAY is received', () => visitor.goawayCode() === 0);
    await visitor.closed;
    assert.deepEqual([visitor.content(1), visitor.content(3)], ['/', '/']);
    await retired;
  });
});
