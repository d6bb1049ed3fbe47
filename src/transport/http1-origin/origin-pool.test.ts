import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { openRawOrigin, type RawOrigin } from '../../../test/support/raw-http.ts';
import { TimerWheel } from '../timer-wheel.ts';
import { OriginGoneError } from './origin-connection.ts';
import { OriginPool } from './origin-pool.ts';
import type {
  OriginExchange,
  OriginHandler,
  OriginRequest,
  OutgoingBodySink,
} from './origin-request.ts';

const get: OriginRequest = {
  method: 'GET',
  target: '/',
  fields: ['host', 'a.test'],
  body: undefined,
  upgrade: undefined,
};

/** Records the events of a request, in order. */
class Recorder implements OriginHandler {
  readonly log: string[] = [];
  socket: Socket | undefined;
  isOver = false;
  takes = true;
  excuse = false;

  onSent(): void {
    this.log.push('sent');
  }
  onInform(status: number): void {
    this.log.push(`inform ${status}`);
  }
  onHead({ status }: { status: number }): void {
    this.log.push(`head ${status}`);
  }
  onData(bytes: Buffer): boolean {
    this.log.push(`data ${bytes}`);
    return this.takes;
  }
  onRead(): void {}
  onEnd(trailers: { pairs: readonly string[] } | undefined): void {
    this.log.push(`end ${trailers?.pairs ?? ''}`.trim());
    this.isOver = true;
  }
  onError(error: Error): void {
    this.log.push(`error ${(error as NodeJS.ErrnoException).code ?? error.message}`);
    this.isOver = true;
  }
  shouldExtendDeadline(): boolean {
    return this.excuse;
  }
  onUpgrade(_head: unknown, socket: Socket, received: Buffer): void {
    this.log.push(`upgrade ${received}`);
    this.socket = socket;
    this.isOver = true;
  }
}

describe('connections to an origin', () => {
  let now: number;
  let wheel: TimerWheel;
  let origin: RawOrigin;
  let onRequest: (socket: Socket, head: string) => void;
  let pool: OriginPool;
  let opened: number;

  beforeEach(async () => {
    now = 0;
    opened = 0;
    wheel = new TimerWheel({ tickMs: 100, now: () => now });
    origin = await openRawOrigin((socket, head) => onRequest(socket, head));
    pool = poolTo(origin.port);
  });
  afterEach(() => {
    pool.close();
    origin.close();
  });

  function poolTo(port: number): OriginPool {
    return new OriginPool({
      connect: (onReady, readInto) => {
        opened += 1;
        const to = { port, host: '127.0.0.1', ...(readInto && { onread: readInto }) };
        return connect(to, onReady);
      },
      readsInto: true,
      wheel,
      maxConnections: 2,
      maxWaiting: 2,
      waitMs: 1_000,
      connectMs: 1_000,
      keepMs: 4_000,
      responseMs: 60_000,
      idleMs: 60_000,
      headBytes: 65_536,
      fields: 256,
    });
  }

  function send(request: OriginRequest = get): { result: Recorder; exchange: OriginExchange } {
    const result = new Recorder();
    return { result, exchange: pool.send(request, result) };
  }

  async function outcome(request: OriginRequest = get): Promise<string[]> {
    const { result } = send(request);
    await eventually('it is over', () => result.isOver);
    return result.log;
  }

  const respond = (text: string) => {
    onRequest = (socket) => socket.write(text);
  };

  it('are reused', async () => {
    respond('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    for (let n = 0; n < 3; n++) {
      assert.deepEqual(await outcome(), ['sent', 'head 200', 'data ok', 'end']);
    }
    assert.equal(opened, 1);
  });

  const responses: readonly [string, string, readonly string[], boolean][] = [
    [
      'chunks and trailers',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX: 1\r\n\r\n',
      ['head 200', 'data ok', 'end X,1'],
      true,
    ],
    ['no body', 'HTTP/1.1 204 No Content\r\n\r\n', ['head 204', 'end'], true],
    [
      'Content-Length but no body',
      'HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n',
      ['head 304', 'end'],
      true,
    ],
    [
      'early hints',
      'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
      ['inform 103', 'head 200', 'end'],
      true,
    ],
    [
      'Connection: close',
      'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
      ['head 200', 'end'],
      false,
    ],
    ['HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n', ['head 200', 'end'], false],
    [
      'bytes after its end',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab',
      ['head 200', 'data a', 'end'],
      false,
    ],
  ];
  for (const [what, text, log, isKept] of responses) {
    it(`${isKept ? 'are kept' : 'are closed'} after a response with ${what}`, async () => {
      respond(text);
      assert.deepEqual(await outcome(), ['sent', ...log]);
      await outcome();
      assert.equal(opened, isKept ? 1 : 2);
    });
  }

  const broken: readonly [string, string][] = [
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'Content-Length and chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'an unknown transfer coding',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
    ],
    ['an invalid status', 'HTTP/1.1 099 X\r\n\r\n'],
    ['no HTTP', 'SSH-2.0-x\r\n\r\n'],
    ['line ends without CR', 'HTTP/1.1 200 OK\nContent-Length: 0\n\n'],
    ['an upgrade that was not requested', 'HTTP/1.1 101 X\r\nUpgrade: x\r\n\r\n'],
    ['too many early hints', 'HTTP/1.1 103 E\r\n\r\n'.repeat(20)],
  ];
  for (const [what, text] of broken) {
    it(`fail with ${what}, and are not reused`, async () => {
      respond(text);
      const log = await outcome();
      assert.match(log.at(-1) ?? '', /^error /);
      assert.ok(!log.includes('head 200'), log.join());
      await outcome();
      assert.equal(opened, 2);
    });
  }

  it('delimit a body by their close if it has no other framing', async () => {
    onRequest = (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nuntil the end');
    assert.deepEqual(await outcome(), ['sent', 'head 200', 'data until the end', 'end']);
  });

  it('report a truncated response', async () => {
    onRequest = (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf');
    const log = await outcome();
    assert.deepEqual(log.slice(0, 3), ['sent', 'head 200', 'data half']);
    assert.match(log[3] ?? '', /^error .*truncated/);
  });

  it('let requests queue at the limit, up to a time limit', async () => {
    onRequest = () => {};
    const first = [send(), send()];
    const waiting = [send(), send()];
    await eventually('both are sent', () => first.every(({ result }) => result.log[0] === 'sent'));
    assert.deepEqual(await outcome(), ['error ORIGIN_BUSY']);
    now += 1_100;
    wheel.turn();
    await eventually('they timed out', () => waiting.every(({ result }) => result.isOver));
    assert.deepEqual(waiting[0]?.result.log, ['error ORIGIN_BUSY']);
    for (const { exchange } of first) exchange.abort();
    await eventually('nothing is left', () => pool.size === 0);
  });

  it('are given to waiting requests', async () => {
    const sockets: Socket[] = [];
    onRequest = (socket) => sockets.push(socket);
    const all = [send(), send(), send()];
    await eventually('two are sent', () => sockets.length === 2);
    sockets[0]?.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    await eventually('the third is sent', () => sockets.length === 3);
    assert.equal(opened, 2);
    for (const { exchange } of all.slice(1)) exchange.abort();
  });

  it('report that the origin does not listen', async () => {
    const closed = await openRawOrigin(() => {});
    closed.close();
    pool = poolTo(closed.port);
    assert.deepEqual(await outcome(), ['error ECONNREFUSED']);
    assert.equal(pool.size, 0);
  });

  it('are closed after the idle timeout, or the shorter one of the origin', async () => {
    respond('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nKeep-Alive: timeout=2\r\n\r\n');
    await outcome();
    now += 1_200;
    wheel.turn();
    await eventually('it is gone', () => pool.size === 0);
  });

  it('read a body as fast as the origin accepts it, and cancel it on failure', async () => {
    respond('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    const body = (length: number | undefined, pieces: readonly string[]) => ({
      ...get,
      method: 'POST',
      body: {
        length,
        start(sink: { write(bytes: Buffer): boolean; end(trailers: readonly string[]): void }) {
          for (const piece of pieces) sink.write(Buffer.from(piece));
          sink.end(['X', '1']);
        },
        resume() {},
        cancel() {},
      },
    });
    await outcome(body(3, ['ab', 'c']));
    await outcome(body(undefined, ['ab', 'c']));
    assert.match(origin.received(), /content-length: 3\r\n\r\nabcPOST/);
    await eventually('everything is received', () =>
      origin.received().endsWith('chunked\r\n\r\n3\r\nabc\r\n0\r\nX: 1\r\n\r\n'),
    );
  });

  it('coalesce small chunks of a body', async () => {
    respond('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    const body = {
      length: undefined,
      start(sink: OutgoingBodySink) {
        setImmediate(() => {
          for (let n = 0; n < 10_000; n++) sink.write(Buffer.from('a'));
          setImmediate(() => sink.end([]));
        });
      },
      resume() {},
      cancel() {},
    };
    send({ ...get, method: 'POST', body });
    await eventually('everything is received', () => origin.received().endsWith('\r\n0\r\n\r\n'));
    const chunks = (origin.received().split('chunked\r\n\r\n')[1] ?? '').split('\r\n');
    assert.deepEqual(
      chunks.filter((text) => /^[\da-f]+$/.test(text) && !/^a+$/.test(text)),
      ['1000', '1000', '710', '0'],
    );
  });

  it('are not used by a request with invalid fields', async () => {
    respond('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    const bad = { ...get, fields: ['x', 'a\r\nb'] };
    assert.deepEqual(await outcome(bad), ['error BAD_FIELD']);
    assert.equal(opened, 0);
    await outcome();
    assert.deepEqual(await outcome(bad), ['error BAD_FIELD']);
    await outcome();
    assert.equal(opened, 1);
  });

  for (const [what, fields, length] of [
    ['another than that of the body', ['Content-Length', '2'], 3],
    ['one beside chunks', ['Content-Length', '3'], undefined],
    ['two', ['Content-Length', '3', 'content-length', '3'], 3],
    ['one that is not written as a plain number', ['Content-Length', '03'], 3],
    ['a list', ['Content-Length', '3, 3'], 3],
  ] as const) {
    it(`send no request with ${what} as Content-Length`, async () => {
      let isStarted = false;
      const body = {
        length,
        start: () => {
          isStarted = true;
        },
        resume: () => {},
        cancel: () => {},
      };
      assert.deepEqual(await outcome({ ...get, method: 'POST', fields, body }), [
        'error BAD_FIELD',
      ]);
      assert.deepEqual([opened, isStarted], [0, false]);
    });
  }

  it('call no handler after an abort', async () => {
    const { result, exchange } = send({ ...get, fields: ['x', 'a\r\nb'] });
    exchange.abort();
    respond('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    await outcome();
    assert.deepEqual(result.log, []);
  });

  for (const [end, isOrderly] of [
    ['ended', true],
    ['reset', false],
  ] as const) {
    it(`report that the origin has ${end} them before it responded, and whether they were reused`, async () => {
      const leave = (socket: Socket) => (isOrderly ? socket.end() : socket.resetAndDestroy());
      const errors: Error[] = [];
      const fail = async () => {
        const { result } = send();
        result.onError = (error) => {
          errors.push(error);
          result.isOver = true;
        };
        await eventually('it is over', () => result.isOver);
      };
      onRequest = leave;
      await fail();
      respond('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      await outcome();
      onRequest = leave;
      await fail();
      assert.ok(errors.every((error) => error instanceof OriginGoneError));
      assert.deepEqual(
        errors.map((error) => (error as OriginGoneError).wasReused),
        [false, true],
      );
    });
  }

  it('are all closed when a reused one turns out to be closed', async () => {
    const held: Socket[] = [];
    onRequest = (socket) => held.push(socket);
    const both = [send().result, send().result];
    await eventually('both are there', () => held.length === 2);
    for (const socket of held) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    await eventually('both are over', () => both.every((result) => result.isOver));
    assert.equal(pool.idle, 2);
    onRequest = (socket) => socket.resetAndDestroy();
    assert.deepEqual(await outcome(), ['sent', 'error ORIGIN_GONE']);
    assert.equal(pool.idle, 0);
    respond('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    assert.deepEqual(await outcome(), ['sent', 'head 200', 'end']);
    assert.equal(opened, 3, 'on a new one');
  });

  it('stay open when a new one is closed before a response', async () => {
    const held: Socket[] = [];
    onRequest = (socket) => held.push(socket);
    const first = send().result;
    const second = send().result;
    await eventually('both are there', () => held.length === 2);
    held[0]?.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    await eventually('one is over', () => first.isOver || second.isOver);
    held[1]?.resetAndDestroy();
    await eventually('both are over', () => first.isOver && second.isOver);
    assert.equal(pool.idle, 1);
  });

  it('time out if the origin sends nothing, unless the handler extends the deadline', async () => {
    onRequest = () => {};
    const { result } = send();
    result.excuse = true;
    await eventually('it is sent', () => result.log[0] === 'sent');
    const passTime = (ms: number) => {
      for (let passed = 0; passed < ms; passed += 1_000) {
        now += 1_000;
        wheel.turn();
      }
    };
    passTime(100_000);
    assert.deepEqual(result.log, ['sent']);
    result.excuse = false;
    passTime(70_000);
    assert.deepEqual(result.log, ['sent', 'error ORIGIN_TIMEOUT']);
  });

  it('start the time limit for the response when the whole request is sent', async () => {
    onRequest = () => {};
    let sink: OutgoingBodySink | undefined;
    const body = {
      length: 1,
      start(to: OutgoingBodySink) {
        sink = to;
      },
      resume() {},
      cancel() {},
    };
    const { result } = send({ ...get, method: 'POST', body });
    await eventually('it is sent', () => sink !== undefined);
    now += 59_000;
    wheel.turn();
    sink?.write(Buffer.from('a'));
    sink?.end([]);
    now += 59_000;
    wheel.turn();
    assert.deepEqual(result.log, ['sent']);
    now += 30_000;
    wheel.turn();
    assert.deepEqual(result.log, ['sent', 'error ORIGIN_TIMEOUT']);
  });

  it('are upgraded', async () => {
    onRequest = (socket) => socket.write('HTTP/1.1 101 Switching\r\nUpgrade: chat\r\n\r\nhello');
    const { result } = send({ ...get, upgrade: 'chat' });
    await eventually('it is over', () => result.isOver);
    assert.deepEqual(result.log, ['sent', 'upgrade hello']);
    assert.match(origin.received(), /connection: upgrade\r\nupgrade: chat\r\n\r\n$/);
    result.socket?.destroy();
    assert.equal(pool.size, 0);
  });

  it('are closed if the handler of an upgrade throws', async () => {
    const closed = Promise.withResolvers<void>();
    onRequest = (socket) => {
      socket.once('close', () => closed.resolve());
      socket.write('HTTP/1.1 101 Switching\r\nUpgrade: chat\r\n\r\n');
    };
    const { result } = send({ ...get, upgrade: 'chat' });
    result.onUpgrade = () => {
      throw new Error('no');
    };
    await eventually('it is over', () => result.isOver);
    assert.deepEqual(result.log, ['sent', 'error no']);
    await closed.promise;
    assert.equal(pool.size, 0);
  });
});
