import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { RawVisitor } from '../../../test/support/raw-http.ts';
import { ConnectionSlots } from '../connection-slots.ts';
import type { HttpStream } from '../http-stream.ts';
import { TimerWheel } from '../timer-wheel.ts';
import { VisitorConnection } from './visitor-connection.ts';

const GET = 'GET / HTTP/1.1\r\nHost: a.test\r\n\r\n';
const shortLimits = {
  headBytes: 1_024,
  targetBytes: 256,
  fields: 16,
  streams: 8,
  handshakeMs: 1_000,
  headMs: 1_000,
  idleMs: 5_000,
  lingerMs: 500,
  stallMs: 2_000,
};

describe("a visitor's connection", () => {
  let now: number;
  let wheel: TimerWheel;
  let connections: ConnectionSlots;
  let server: Server;
  let port: number;
  let streams: HttpStream[];
  let onRequest: (stream: HttpStream) => void;
  let visitors: RawVisitor[];
  let limits: typeof shortLimits;

  beforeEach(async () => {
    now = 0;
    streams = [];
    visitors = [];
    limits = { ...shortLimits };
    onRequest = (stream) => ok(stream, stream.target);
    wheel = new TimerWheel({ tickMs: 100, now: () => now });
    connections = new ConnectionSlots(4);
    const handler = {
      onRequest: (stream: HttpStream) => {
        streams.push(stream);
        onRequest(stream);
      },
      handshakeFailed: () => {},
      refusal: (reason: string) => ({ status: 400, reason, fields: [], body: '' }),
    };
    server = createServer({ allowHalfOpen: true }, (socket) => {
      const info = {
        remoteAddress: '',
        remotePort: 0,
        localAddress: '',
        localPort: 0,
        tls: undefined,
      };
      const slot = connections.open(socket);
      if (slot) new VisitorConnection(socket, info, { limits, wheel, handler }, slot);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterEach(async () => {
    for (const { socket } of visitors) socket.destroy();
    connections.destroy();
    server.close();
    await eventually('no connection is left', () => connections.size === 0);
  });

  function visit(bytes: string): RawVisitor {
    const visitor = new RawVisitor(port, bytes);
    visitors.push(visitor);
    return visitor;
  }

  function passTime(ms: number): void {
    now += ms;
    wheel.turn();
  }

  it('handles one request after the other', async () => {
    const visitor = visit(GET);
    await visitor.until(/\r\n\r\n\/$/);
    visitor.send('GET /b HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n');
    assert.match(await visitor.end(), /connection: close\r\n\r\n\/b$/);
    assert.equal(streams.length, 2);
  });

  it('handles pipelined requests one at a time', async () => {
    onRequest = () => {};
    const visitor = visit(Array.from({ length: 50 }, (_, n) => GET.replace('/', `/${n}`)).join(''));
    for (let n = 0; n < 50; n++) {
      await eventually(`request ${n} is there`, () => streams.length === n + 1);
      ok(streams[n] as HttpStream, `<${n}>`);
    }
    await visitor.until(/<49>/);
    const order = [...visitor.text.matchAll(/<(\d+)>/g)].map(([, n]) => Number(n));
    assert.deepEqual(
      order,
      Array.from({ length: 50 }, (_, n) => n),
    );
  });

  it('handles pipelined requests in order, also if each response is immediate', async () => {
    const targets = Array.from({ length: 5_000 }, (_, n) => `/${n}`);
    visit(targets.map((target) => GET.replace('/', target)).join(''));
    await eventually('all have a response', () => streams.length === targets.length);
    assert.deepEqual(
      streams.map(({ target }) => target),
      targets,
    );
  });

  it('reads nothing after a refused head', async () => {
    const bad = [
      'GET / HTTP/1.1\r\n\r\n',
      'GET /\r\n',
      `GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`,
    ];
    for (const head of bad)
      assert.match(await visit(head + GET).end(), /^HTTP\/1.1 400 [\w-]+\r\n/);
    assert.equal(streams.length, 0);
  });

  it('sends the response to a valid request before the refusal of an invalid one', async () => {
    assert.match(
      await visit(`${GET}bad\r\n\r\n${GET}`).end(),
      /^HTTP\/1.1 200 [\s\S]*\/HTTP\/1.1 400 method/,
    );
    assert.equal(streams.length, 1);
  });

  it('delivers a body at the pace of its consumer', async () => {
    const chunks: string[] = [];
    onRequest = (stream) => {
      assert.equal(stream.body?.received, 0);
      stream.body?.read({
        onData: (bytes) => {
          chunks.push(bytes.toString());
          return false;
        },
        onEnd: (trailers) => ok(stream, `${chunks.join('')} ${trailers?.pairs}`),
        onFailure: () => assert.fail(),
      });
    };
    const visitor = visit(
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n',
    );
    await eventually('the first piece is received', () => chunks.length === 1);
    visitor.send('2\r\nbc\r\n0\r\nX-T: 1\r\n\r\n');
    streams[0]?.body?.resume();
    await eventually('the second piece is received', () => chunks.length === 2);
    streams[0]?.body?.resume();
    await visitor.until(/abc X-T,1/);
  });

  it('does not mix buffered bytes with those of other connections', async () => {
    const bodies = new Map<string, Buffer[]>();
    onRequest = (stream) => {
      const pieces: Buffer[] = [];
      bodies.set(stream.target, pieces);
      stream.body?.read({
        onData: (bytes) => pieces.push(bytes) > 0,
        onEnd: () => ok(stream, stream.target),
        onFailure: () => {},
      });
      if (!stream.body) ok(stream, stream.target);
    };
    const request = (n: number) => {
      const text = String(n).repeat(2_000);
      const post = `POST /${n} HTTP/1.1\r\nHost: a\r\nContent-Length: 2000\r\n\r\n${text}`;
      return { text, message: `${post}GET /${n}/next HTTP/1.1\r\nHost: a\r\n\r\n` };
    };
    const sent = Array.from({ length: 3 }, (_, n) => request(n));
    const started = sent.map(({ message }) => visit(message.slice(0, 1_000)));
    await eventually('all have begun', () => bodies.size === sent.length);
    for (const [n, { message }] of sent.entries()) started[n]?.send(message.slice(1_000));
    for (const [n, visitor] of started.entries()) await visitor.until(new RegExp(`/${n}/next$`));
    for (const [n, { text }] of sent.entries()) {
      assert.equal(Buffer.concat(bodies.get(`/${n}`) ?? []).toString(), text);
    }
  });

  it('discards an unread body, and closes if the rest does not arrive', async () => {
    const post = 'POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 3\r\n\r\n';
    const visitor = visit(`${post}abc${GET.replace('/', '/next')}`);
    await visitor.until(/\/next$/);
    const slow = visit(post);
    await slow.until(/HTTP\/1.1 200/);
    passTime(limits.headMs + 100);
    await slow.closed;
  });

  it('closes after a response without 100 Continue, and after a refused upgrade', async () => {
    const post =
      'POST / HTTP/1.1\r\nHost: a.test\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n';
    assert.match(await visit(post + GET).end(), /^connection: close\r$/m);
    const upgrade = 'GET / HTTP/1.1\r\nHost: a.test\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n';
    assert.match(await visit(upgrade + GET).end(), /^connection: close\r$/m);
    assert.equal(streams.length, 2, 'the request after it is not read');
  });

  it('alternates between pipelined requests and other connections', async () => {
    const order: string[] = [];
    onRequest = (stream) => {
      order.push(stream.target);
      ok(stream, '');
    };
    const many = visit(GET.repeat(1_000));
    const other = visit(GET.replace('/', '/other'));
    await other.until(/200/);
    await eventually('all are served', () => order.length === 1_001);
    assert.ok(order.indexOf('/other') < 900, `${order.indexOf('/other')}`);
    await eventually('all arrive', () => many.text.split('HTTP/1.1 200').length === 1_001);
  });

  it('reports invalid framing to the consumer of a body', async () => {
    onRequest = (stream) =>
      stream.body?.read({
        onData: () => true,
        onEnd: () => assert.fail(),
        onFailure: (error) => ok(stream, error.message),
      });
    const head = 'POST / HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\n\r\n';
    assert.match(await visit(`${head}zz\r\n${GET}`).end(), /chunk-size$/);
    assert.equal(streams.length, 1);
  });

  it('closes after the time limit of each state', async () => {
    const silent = visit('');
    const half = visit('GET / HT');
    await eventually('both are there', () => connections.size === 2);
    const idle = visit(GET);
    await idle.until(/200/);
    passTime(limits.headMs + 100);
    await silent.closed;
    assert.match(await half.end(), /^HTTP\/1.1 400 slow-head/);
    passTime(limits.idleMs);
    await idle.closed;
  });

  it('applies an idle timeout that is shorter than the time limit for the first request', async () => {
    limits.headMs = 60_000;
    const idle = visit(GET);
    await idle.until(/200/);
    passTime(limits.idleMs + 100);
    await idle.closed;
  });

  it('closes after a refusal even if the visitor does not', async () => {
    const visitor = visit('bad\r\n\r\n');
    visitor.socket.allowHalfOpen = true;
    await visitor.until(/400/);
    passTime(limits.lingerMs + 100);
    await eventually('it is gone', () => connections.size === 0);
  });

  it('is closed for a new connection at the limit, the longest idle one first', async () => {
    const first = visit('');
    await eventually('it is there', () => connections.size === 1);
    for (let n = 0; n < 3; n++) await visit(GET).until(/200/);
    await visit(GET).until(/200/);
    await first.closed;
    assert.equal(connections.size, 4);
    onRequest = () => {};
    for (const visitor of visitors.slice(1)) visitor.send(GET);
    await eventually('all are busy', () => streams.length === 8);
    await visit(GET).closed;
    assert.equal(connections.size, 4);
  });

  it('sends the responses to a visitor that has ended its side (they were lost)', async () => {
    onRequest = () => {};
    const visitor = visit(GET + GET.replace('/', '/b'));
    visitor.socket.end();
    await eventually('the first is there', () => streams.length === 1);
    // The server has handled the end of the first connection when it handles a later one.
    await visit('bad\r\n\r\n').end();
    ok(streams[0] as HttpStream, '<a>');
    await eventually('the second is there', () => streams.length === 2);
    ok(streams[1] as HttpStream, '<b>');
    assert.match(await visitor.end(), /<a>[\s\S]*<b>$/);
  });

  it('closes when the visitor has ended its side and gets nothing for too long', async () => {
    onRequest = () => {};
    visit(GET).socket.end();
    await eventually('it was there', () => streams.length === 1);
    await eventually('the stream is closed', () => {
      passTime(limits.stallMs / 8);
      return streams[0]?.isClosed === true;
    });
  });

  it('closes when the visitor ends its side within the body of a request', async () => {
    onRequest = (stream) =>
      stream.body?.read({ onData: () => true, onEnd: () => assert.fail(), onFailure: () => {} });
    visit('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\na').socket.end();
    await eventually('the stream is closed', () => streams[0]?.isClosed === true);
  });

  it('keeps a connection open whose response has not announced the close (its next request was lost)', async () => {
    onRequest = () => {};
    const visitor = visit(GET);
    await eventually('it is there', () => streams.length === 1);
    streams[0]?.respond(200, 'OK', ['Content-Length', '4']);
    streams[0]?.write(Buffer.from('dr'));
    await visitor.until(/dr$/);
    connections.retire();
    streams[0]?.end('ip');
    await visitor.until(/drip$/);
    onRequest = (stream) => {
      stream.endConnection();
      ok(stream, 'next');
    };
    visitor.send(GET);
    assert.match(await visitor.end(), /connection: close\r\n\r\nnext$/);
  });

  it('closes a visitor that stops reading within the time limit (it took twice as long)', async () => {
    const rest = Buffer.alloc(2 ** 26);
    onRequest = (stream) => {
      stream.respond(200, 'OK', ['Content-Length', String(5 + rest.length)]);
      stream.write(Buffer.from('first'));
    };
    const visitor = visit(GET);
    await visitor.until(/first$/);
    visitor.socket.pause();
    streams[0]?.end(rest);
    const step = limits.stallMs / 8;
    for (let passed = 0; passed <= limits.stallMs + step; passed += step) passTime(step);
    await eventually('it is gone', () => connections.size === 0);
  });

  it('closes the stream when the visitor disconnects', async () => {
    let isClosed = false;
    onRequest = (stream) => {
      stream.onClose = () => {
        isClosed = true;
      };
    };
    const visitor = visit(GET);
    await eventually('it is there', () => streams.length === 1);
    visitor.socket.resetAndDestroy();
    await eventually('the stream is closed', () => isClosed);
  });

  const framings: readonly [string, string, (stream: HttpStream) => void, RegExp][] = [
    [
      'chunks',
      GET,
      (stream) => send(stream, [], 'ab', 'c'),
      /transfer-encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n$/,
    ],
    [
      'a length',
      GET,
      (stream) => send(stream, ['Content-Length', '3'], 'ab', 'c'),
      /Content-Length: 3\r\n\r\nabc$/,
    ],
    [
      'the close of an HTTP/1.0 connection',
      'GET / HTTP/1.0\r\nHost: a\r\n\r\n',
      (stream) => send(stream, [], 'ab', 'c'),
      /connection: close\r\n\r\nabc$/,
    ],
    [
      'no body for HEAD',
      GET.replace('GET', 'HEAD'),
      (stream) => send(stream, ['Content-Length', '3'], 'abc'),
      /Content-Length: 3\r\n\r\n$/,
    ],
  ];
  for (const [what, request, respond, expected] of framings) {
    it(`marks the end of a response by ${what}`, async () => {
      onRequest = (stream) => {
        stream.endConnection();
        respond(stream);
      };
      assert.match(
        (await visit(request).end()).replace('connection: close\r\n', (text) =>
          what.includes('close') ? text : '',
        ),
        expected,
      );
    });
  }

  it('sends a head alone when nothing follows for a while', async () => {
    onRequest = (stream) => {
      stream.respond(200, 'OK', ['Content-Length', '4']);
      stream.flush();
    };
    const visitor = visit(GET);
    await visitor.until(/Content-Length: 4\r\n\r\n$/);
    streams[0]?.end('body');
    await visitor.until(/\r\n\r\nbody$/);
  });

  const cutOff: readonly [string, (stream: HttpStream) => void][] = [
    ['that is aborted', (stream) => stream.abort()],
    ['of a process that ends', () => connections.destroy()],
  ];
  for (const [what, end] of cutOff) {
    it(`resets a truncated response ${what} if the close of the connection delimits it`, async () => {
      onRequest = (stream) => {
        stream.respond(200, 'OK', []);
        stream.write(Buffer.from('half'));
      };
      const visitor = visit('GET / HTTP/1.0\r\nHost: a\r\n\r\n');
      const failure = once(visitor.socket, 'error');
      await visitor.until(/half$/);
      end(streams[0] ?? assert.fail());
      assert.match(String((await failure)[0]), /ECONNRESET/);
    });
  }

  it('resets a stalled response as well', async () => {
    onRequest = (stream) => {
      stream.respond(200, 'OK', []);
      stream.end(Buffer.alloc(2 ** 26));
    };
    const visitor = visit('');
    const failure = once(visitor.socket, 'error');
    visitor.socket.pause();
    visitor.send('GET / HTTP/1.0\r\nHost: a\r\n\r\n');
    await eventually('it is there', () => streams.length === 1);
    passTime(limits.stallMs + 100);
    passTime(limits.stallMs + 100);
    visitor.socket.resume();
    assert.match(String((await failure)[0]), /ECONNRESET/);
  });

  it('notices that the visitor disconnects after a body whose last chunk paused the socket', async () => {
    let hasEnded = false;
    onRequest = (stream) =>
      stream.body?.read({
        onData: () => false,
        onEnd: () => {
          hasEnded = true;
        },
        onFailure: () => assert.fail(),
      });
    const visitor = visit('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc');
    await eventually('the body is there', () => hasEnded);
    visitor.socket.resetAndDestroy();
    await eventually('the stream is closed', () => streams[0]?.isClosed === true);
  });

  it('gives a visitor whose body is discarded the whole time limit to read the response', async () => {
    const bytes = 2 ** 26;
    onRequest = (stream) => {
      stream.respond(200, 'OK', ['Content-Length', String(bytes)]);
      stream.end(Buffer.alloc(bytes));
    };
    limits.stallMs = 60_000;
    const visitor = visit('');
    visitor.socket.pause();
    visitor.send('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n');
    await eventually('it is there', () => streams.length === 1);
    passTime(limits.headMs + 100);
    visitor.socket.resume();
    await eventually('everything is received', () => visitor.socket.bytesRead > bytes);
    assert.equal(connections.size, 1);
    // Now the connection waits for the rest of the body.
    passTime(limits.headMs + 100);
    await visitor.closed;
  });

  it('refuses to send a field with a line end', async () => {
    onRequest = (stream) => {
      for (const field of [
        ['X', 'a\r\nY: b'],
        ['X\r\nY', 'b'],
        ['X', 'a\n'],
        ['', 'x'],
        ['X', '\0'],
      ]) {
        assert.throws(() => stream.respond(200, 'OK', field), /cannot be sent/);
        assert.throws(() => stream.takeOver(field), /cannot be sent/);
        assert.equal(stream.hasResponded, false);
      }
      ok(stream, 'done');
    };
    await visit(GET).until(/done/);
  });

  it('waits until a response is flushed before the next request, up to a time limit', async () => {
    onRequest = (stream) => {
      stream.respond(200, 'OK', ['Content-Length', String(2 ** 26)]);
      stream.end(Buffer.alloc(2 ** 26));
    };
    const visitor = visit('');
    visitor.socket.pause();
    visitor.send(GET + GET);
    await eventually('the first is there', () => streams.length === 1);
    passTime(limits.stallMs + 100);
    passTime(limits.stallMs + 100);
    await eventually('it is gone', () => connections.size === 0);
    assert.equal(streams.length, 1);
  });

  it('is handed over for another protocol, with the bytes received so far', async () => {
    onRequest = (stream) => {
      assert.ok(stream.isUpgrade);
      const { socket, received } = stream.takeOver(['connection', 'upgrade', 'upgrade', 'echo']);
      socket.end(`<${received}>`);
    };
    const visitor = visit(
      'GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: echo\r\n\r\nearly',
    );
    assert.match(await visitor.end(), /^HTTP\/1.1 101 [\s\S]*<early>$/);
  });
});

function ok(stream: HttpStream, text: string): void {
  stream.respond(200, 'OK', ['content-length', String(text.length)]);
  stream.end(text);
}

function send(stream: HttpStream, fields: string[], ...pieces: string[]): void {
  stream.respond(200, 'OK', fields);
  const last = pieces.pop();
  for (const piece of pieces) stream.write(Buffer.from(piece));
  stream.end(last);
}
