import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { ManualClock, settle } from '../../../test/support/manual-clock.ts';
import { startServer, testCertificate } from '../loopback-server.fixture.ts';
import type { HttpCheck, ProbeCheck } from './probe-check.ts';
import { Prober, type ProberOptions } from './prober.ts';

const never = new AbortController().signal;
const opened: { stop(): Promise<void> }[] = [];

afterEach(async () => {
  for (const server of opened.splice(0)) await server.stop();
});

const http: HttpCheck = {
  kind: 'http',
  method: 'GET',
  path: '/health',
  headers: {},
  expectedCodes: [{ from: 200, to: 200 }],
  expectedBody: '',
  followRedirects: false,
  allowInsecure: false,
  timeoutMs: 5_000,
  retries: 0,
};
const tcp: ProbeCheck = { kind: 'tcp', timeoutMs: 5_000, retries: 0 };

async function serve(handler: RequestListener, scheme: 'http' | 'https' = 'http'): Promise<number> {
  const server = await startServer(handler, scheme);
  opened.push(server);
  return server.port;
}

/** A TCP server. */
async function listen(onSocket: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    onSocket(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push({
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  });
  return (server.address() as AddressInfo).port;
}

function probe(port: number, check: Partial<HttpCheck> = {}, options: ProberOptions = {}) {
  return new Prober(options).probe({ address: '127.0.0.1', port }, { ...http, ...check }, never);
}

async function reasonOf(...args: Parameters<typeof probe>): Promise<string> {
  return (await probe(...args)).failureReason;
}

describe('probing with HTTP', () => {
  it('sends the request that the monitor describes, and measures the round trip', async () => {
    const asked: IncomingMessage[] = [];
    const port = await serve((request, response) => {
      asked.push(request);
      response.end('ok');
    });
    const headers = { Host: ['shop.test'], 'X-Check': ['a', 'b'], 'User-Agent': ['mine'] };
    const result = await probe(port, { path: '/a/b?c=d', method: 'HEAD', headers });
    assert.equal(result.healthy, true);
    assert.equal(result.failureReason, 'No failures');
    assert.equal(result.responseCode, 200);
    assert.ok(result.roundTripMs > 0);
    assert.equal(asked[0]?.method, 'HEAD');
    assert.equal(asked[0]?.url, '/a/b?c=d');
    assert.equal(asked[0]?.headers.host, 'shop.test');
    assert.equal(asked[0]?.headers['x-check'], 'a, b');
    assert.equal(asked[0]?.headers['user-agent'], 'Palisade-Health-Check');
    assert.equal(asked[0]?.headers.connection, 'close');
  });

  it('uses address and port as Host if the monitor sets none', async () => {
    let host = '';
    const port = await serve((request, response) => {
      host = request.headers.host ?? '';
      response.end();
    });
    await probe(port);
    assert.equal(host, `127.0.0.1:${port}`);
  });

  it('compares the code', async () => {
    const port = await serve((_, response) => response.writeHead(503).end());
    const result = await probe(port, {
      expectedCodes: [
        { from: 200, to: 299 },
        { from: 302, to: 302 },
      ],
    });
    assert.deepEqual(
      { ...result, roundTripMs: 0 },
      {
        healthy: false,
        failureReason: 'Response code mismatch error',
        responseCode: 503,
        roundTripMs: 0,
      },
    );
    assert.equal((await probe(port, { expectedCodes: [{ from: 500, to: 599 }] })).healthy, true);
  });

  it('ignores case when it searches the expected text', async () => {
    const port = await serve((_, response) => response.end('All Systems GO'));
    assert.equal(await reasonOf(port, { expectedBody: 'systems go' }), 'No failures');
    assert.equal(await reasonOf(port, { expectedBody: 'down' }), 'Response body mismatch error');
  });

  it('reads 10 KB of a body and no more, even of one that does not end', async () => {
    const closed = Promise.withResolvers<void>();
    const port = await serve((_, response) => {
      const chunk = Buffer.alloc(1024, 'x');
      const write = () => {
        while (response.write(chunk));
      };
      response.on('drain', write).on('close', closed.resolve);
      response.write('early ');
      write();
    });
    assert.equal(await reasonOf(port, { expectedBody: 'EARLY' }), 'No failures');
    await closed.promise;
    assert.equal(await reasonOf(port, { expectedBody: 'late' }), 'Response body mismatch error');
  });

  it('does not find text beyond the first 10 KB', async () => {
    const port = await serve((_, response) => response.end(`${'x'.repeat(10 * 1024)}needle`));
    assert.equal(await reasonOf(port, { expectedBody: 'needle' }), 'Response body mismatch error');
  });

  it('names the problem of the connection', async () => {
    const closed = await listen(() => {});
    await opened.pop()?.stop();
    assert.equal(await reasonOf(closed), 'TCP connection failed');
    const resetting = await listen((socket) => socket.once('data', () => socket.resetAndDestroy()));
    assert.equal(await reasonOf(resetting), 'Connection Reset by Peer');
    const hangingUp = await listen((socket) => socket.once('data', () => socket.end()));
    assert.equal(await reasonOf(hangingUp), 'Connection Reset by Peer');
    const talking = await listen((socket) => socket.end('SSH-2.0-OpenSSH\r\n'));
    assert.equal(await reasonOf(talking), 'HTTP Invalid Response');
    const flooding = await listen((socket) =>
      socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(200_000)}\r\n\r\n`),
    );
    assert.equal(await reasonOf(flooding), 'HTTP Invalid Response');
  });

  it('is not delayed by a response that upgrades the protocol', async () => {
    const port = await listen((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    );
    const result = await probe(port);
    assert.equal(result.failureReason, 'Response code mismatch error');
    assert.equal(result.responseCode, 101);
    const expectedCodes = [{ from: 101, to: 101 }];
    assert.equal(await reasonOf(port, { expectedCodes }), 'No failures');
    const waiting = { expectedCodes, expectedBody: 'x', timeoutMs: 200 };
    assert.notEqual(await reasonOf(port, waiting), 'No failures');
  });

  it('accepts as long a head as the edge does (from 16 KiB on an origin was unhealthy)', async () => {
    const head = (bytes: number) => {
      const start = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Long: ';
      return `${start}${'a'.repeat(bytes - start.length - 4)}\r\n\r\n`;
    };
    const port = await listen((socket) => socket.end(head(100 * 1_024)));
    assert.equal(await reasonOf(port), 'No failures');
    const reason = await reasonOf(port, {}, { maxHeaderBytes: 64 * 1_024 });
    assert.equal(reason, 'HTTP Invalid Response');
  });

  it('reports a truncated body', async () => {
    const port = await listen((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort'),
    );
    assert.equal(await reasonOf(port, { expectedBody: 'long' }), 'Connection Reset by Peer');
  });

  it('returns a result for any response (property)', async () => {
    let payload = Buffer.alloc(0);
    const port = await listen((socket) => socket.end(payload));
    const line = fc.constantFrom(
      'HTTP/1.1 200 OK\r\n',
      'HTTP/1.1 302 Found\r\n',
      'HTTP/1.1 100 Continue\r\n\r\n',
      'HTTP/1.1 204 None\r\n',
      'Location: /\r\n',
      'Content-Length: 3\r\n',
      'Transfer-Encoding: chunked\r\n',
      '\r\n',
      '5\r\nhello\r\n0\r\n\r\n',
    );
    const noise = fc.uint8Array({ maxLength: 20, size: 'max' }).map((bytes) => Buffer.from(bytes));
    const piece = fc.oneof({ weight: 5, arbitrary: line.map((text) => Buffer.from(text)) }, noise);
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), fc.boolean(), async (pieces, follow) => {
        payload = Buffer.concat(pieces);
        const result = await probe(port, { followRedirects: follow, expectedBody: 'hello' });
        assert.equal(result.healthy, result.failureReason === 'No failures');
        assert.doesNotMatch(result.failureReason, /timeout|Other|Config/);
      }),
      { numRuns: 200 },
    );
  });

  it('reports a name without an address', async () => {
    const target = { address: 'origin.invalid', port: 80 };
    const result = await new Prober().probe(target, http, never);
    assert.ok(['DNS Unknown Host', 'DNS Internal'].includes(result.failureReason));
  });

  const misconfigured: readonly (readonly [string, Partial<HttpCheck>])[] = [
    ['a line break in a header', { headers: { 'X-A': ['a\r\nX-B: b'] } }],
    ['a line break in the name of a header', { headers: { 'X-A\r\nX-B': ['a'] } }],
    ['a line break in the path', { path: '/a HTTP/1.1\r\nX-B: b\r\n\r\n' }],
    ['a line break in the host', { headers: { Host: ['shop.test\r\nX-B: b'] } }],
    ['a host with a path', { headers: { Host: ['shop.test/a'] } }],
  ];
  for (const [what, check] of misconfigured) {
    it(`blames the monitor for ${what}`, async () => {
      let asked = 0;
      const port = await serve((_, response) => {
        asked++;
        response.end();
      });
      assert.equal(await reasonOf(port, check), 'Monitor Config Error');
      assert.equal(asked, 0);
    });
  }

  it('does not treat a path as a host', async () => {
    let asked = '';
    const port = await serve((request, response) => {
      asked = request.url ?? '';
      response.end();
    });
    assert.equal(await reasonOf(port, { path: '//169.254.169.254/' }), 'No failures');
    assert.equal(asked, '//169.254.169.254/');
  });
});

describe('probing with HTTPS', () => {
  const https = { kind: 'https' } as const;
  const trusting = { extraCa: testCertificate };
  const respond: RequestListener = (_, response) => response.end('ok');

  it('requires a certificate for the Host of the monitor', async () => {
    const port = await serve(respond, 'https');
    const good = { ...https, headers: { Host: ['good.test'] } };
    const wrong = { ...https, headers: { Host: ['wrong.test'] } };
    assert.equal(await reasonOf(port, good, trusting), 'No failures');
    assert.equal(await reasonOf(port, wrong, trusting), 'TLS name mismatch error');
    assert.equal(await reasonOf(port, https, trusting), 'No failures');
  });

  it('trusts no unknown authority unless `allowInsecure` is set', async () => {
    const port = await serve(respond, 'https');
    assert.equal(await reasonOf(port, https), 'TLS untrusted certificate error');
    assert.equal(await reasonOf(port, { ...https, allowInsecure: true }), 'No failures');
  });

  it('notices that the origin does not speak TLS', async () => {
    assert.equal(await reasonOf(await serve(respond), https), 'TLS protocol error');
  });
});

describe('following redirects', () => {
  const following = {
    followRedirects: true,
    headers: { Host: ['shop.test'], 'X-Key': ['secret'] },
  };

  it('treats a redirect as the response unless `followRedirects` is set', async () => {
    const port = await serve((_, response) => response.writeHead(302, { location: '/b' }).end());
    const result = await probe(port);
    assert.equal(result.failureReason, 'Response code mismatch error');
    assert.equal(result.responseCode, 302);
  });

  it('connects to the same address for redirects to the same host', async () => {
    const asked: (string | undefined)[] = [];
    const port = await serve((request, response) => {
      asked.push(`${request.headers.host}${request.url} ${request.headers['x-key']}`);
      if (request.url !== '/health') return response.end();
      return response.writeHead(301, { location: 'http://shop.test/up' }).end();
    });
    assert.equal(await reasonOf(port, following), 'No failures');
    assert.deepEqual(asked, ['shop.test/health secret', 'shop.test/up secret']);
  });

  it('gives up after five', async () => {
    let asked = 0;
    const port = await serve((_, response) => {
      response.writeHead(302, { location: `/${++asked}` }).end();
    });
    assert.equal(await reasonOf(port, following), 'HTTP Invalid Response');
    assert.equal(asked, 6);
  });

  it('stays on scheme, host and port of the origin (it led the node to other servers)', async () => {
    let reached = 0;
    const other = await serve((_, response) => {
      reached++;
      response.end();
    });
    const locations: readonly ((own: number) => string)[] = [
      () => `http://127.0.0.1:${other}/`,
      (own) => `http://localhost:${own}/`,
      () => `http://shop.test:${other}/`,
      () => 'http://www.shop.test/',
      () => 'https://shop.test/',
    ];
    for (const locationOf of locations) {
      let asked = 0;
      const port: number = await serve((_, response) => {
        asked++;
        response.writeHead(302, { location: locationOf(port) }).end();
      });
      const result = await probe(port, following);
      assert.deepEqual(
        [result.failureReason, result.responseCode, asked],
        ['Response code mismatch error', 302, 1],
        locationOf(port),
      );
    }
    assert.equal(reached, 0);
  });

  it('refuses a Location that is not a URL', async () => {
    const port = await serve((_, response) =>
      response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    );
    assert.equal(await reasonOf(port, following), 'HTTP Invalid Response');
  });
});

describe('probing with TCP', () => {
  it('succeeds if the connection is accepted', async () => {
    const closed = Promise.withResolvers<void>();
    const port = await listen((socket) => socket.resume().on('close', () => closed.resolve()));
    const result = await new Prober().probe({ address: '127.0.0.1', port }, tcp, never);
    assert.equal(result.failureReason, 'No failures');
    assert.equal(result.responseCode, undefined);
    await closed.promise;
    await opened.pop()?.stop();
    const after = await new Prober().probe({ address: '127.0.0.1', port }, tcp, never);
    assert.equal(after.failureReason, 'TCP connection failed');
  });
});

describe('the time limit of a probe', () => {
  it('leads to an immediate retry, which other failures do not', async () => {
    let asked = 0;
    const came = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const port = await serve((_, response) => {
      if (++asked === 3) response.end();
      else came[asked - 1]?.resolve();
    });
    const clock = new ManualClock();
    const running = probe(port, { retries: 2 }, { clock });
    for (const { promise } of came) {
      await promise;
      await clock.advance(http.timeoutMs);
    }
    assert.equal((await running).failureReason, 'No failures');
    assert.equal(asked, 3);

    let refused = 0;
    const failing = await serve((_, response) => {
      refused++;
      response.writeHead(500).end();
    });
    await probe(failing, { retries: 2 });
    assert.equal(refused, 1);
  });

  it('makes the probe fail when every attempt has timed out', async () => {
    const asked = Promise.withResolvers<void>();
    const port = await serve(() => asked.resolve());
    const clock = new ManualClock();
    const running = probe(port, {}, { clock });
    await asked.promise;
    await clock.advance(http.timeoutMs);
    assert.equal((await running).failureReason, 'HTTP timeout occurred');
  });

  it('distinguishes a missing body from a missing response', async () => {
    const begun = Promise.withResolvers<void>();
    const port = await serve((_, response) => {
      response.writeHead(200);
      response.write('beginning', () => begun.resolve());
    });
    const clock = new ManualClock();
    const running = probe(port, { expectedBody: 'end' }, { clock });
    await begun.promise;
    await settle();
    await clock.advance(http.timeoutMs);
    const result = await running;
    assert.equal(result.failureReason, 'HTTP timeout occurred');
  });

  it('covers a TLS handshake that does not end', async () => {
    const greeted = Promise.withResolvers<void>();
    const port = await listen((socket) => socket.once('data', () => greeted.resolve()));
    const clock = new ManualClock();
    const running = probe(port, { kind: 'https' }, { clock });
    await greeted.promise;
    await clock.advance(http.timeoutMs);
    assert.equal((await running).failureReason, 'TLS Handshake Failure');
  });

  it('does not delay an abort by the caller', async () => {
    const asked = Promise.withResolvers<void>();
    const port = await serve(() => asked.resolve());
    const abort = new AbortController();
    const running = new Prober().probe({ address: '127.0.0.1', port }, http, abort.signal);
    await asked.promise;
    abort.abort(new Error('stopping'));
    await assert.rejects(running, /stopping/);
    await assert.rejects(
      new Prober().probe({ address: '127.0.0.1', port }, tcp, abort.signal),
      /stopping/,
    );
  });

  it('leaves no timer behind', async () => {
    const clock = new ManualClock();
    const port = await serve((_, response) => response.end());
    await probe(port, {}, { clock });
    assert.equal(clock.sleeping, 0);
  });
});
