import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { Agent, request } from 'undici';
import { eventually } from '../../test/support/eventually.ts';
import { RawVisitor } from '../../test/support/raw-http.ts';
import { respond, ServerUnderTest } from './fixtures/server-under-test.ts';
import { GET, headers } from './http2/fixtures/frames.ts';
import { RawHttp2Visitor } from './http2/fixtures/raw-http2-visitor.ts';
import { proxyHeaderV2 } from './proxy-protocol/fixtures/proxy-header-v2.ts';
import { HALF_HELLO } from './tls/fixtures/half-hello.ts';

const REQUEST = 'GET /a HTTP/1.1\r\nHost: shop.test\r\n\r\n';

const ALERT_HANDSHAKE_FAILURE = 40;
const ALERT_NO_APPLICATION_PROTOCOL = 120;

describe('a server for visitors', () => {
  let under: ServerUnderTest;
  let sockets: Socket[];

  beforeEach(() => {
    sockets = [];
  });
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    await under.close();
  });

  function keep<T extends Socket>(socket: T): T {
    socket.on('error', () => {});
    sockets.push(socket);
    return socket;
  }

  function dial(bytes: Buffer | string = ''): Socket {
    const socket = keep(connect({ port: under.tlsPort, host: '127.0.0.1', allowHalfOpen: true }));
    if (bytes.length > 0) socket.write(bytes);
    return socket.resume();
  }

  function dialTls(options: ConnectionOptions = {}): TLSSocket {
    const to = { port: under.tlsPort, host: '127.0.0.1', servername: 'shop.test' };
    return keep(connectTls({ ...to, rejectUnauthorized: false, ...options }));
  }

  function visitPlain(bytes: Buffer | string): RawVisitor {
    const visitor = new RawVisitor(under.plainPort);
    sockets.push(visitor.socket);
    visitor.send(bytes);
    return visitor;
  }

  function visitTls(): RawHttp2Visitor {
    const visitor = new RawHttp2Visitor(under.tlsPort);
    sockets.push(visitor.socket);
    return visitor;
  }

  describe('with TLS', () => {
    beforeEach(async () => {
      under = await ServerUnderTest.open();
    });

    for (const [offered, agreed] of [
      [['h2', 'http/1.1'], 'h2'],
      [['http/1.1', 'h2'], 'h2'],
      [['http/1.1'], 'http/1.1'],
      [undefined, false],
    ] as const) {
      it(`agrees on ${agreed || 'no protocol'} when ${offered ?? 'nothing'} is offered`, async () => {
        const socket = dialTls(offered ? { ALPNProtocols: [...offered] } : {});
        await once(socket, 'secureConnect');
        assert.equal(socket.alpnProtocol, agreed);
        if (agreed === 'h2') return;
        const visitor = new RawVisitor(socket, REQUEST);
        await visitor.until(/\r\n\r\n\/a$/);
        const [stream] = under.requests;
        assert.equal(stream?.version, '1.1');
        assert.equal(stream?.connection.tls?.serverName, 'shop.test');
      });
    }

    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
      it(`sends an alert if it has no certificate, with ${version}`, async () => {
        for (const servername of ['nobody.test', '']) {
          const socket = dialTls({ servername, minVersion: version, maxVersion: version });
          const [error] = await once(socket, 'error');
          assert.match(error.message, new RegExp(`alert number ${ALERT_HANDSHAKE_FAILURE}\\b`));
        }
        await eventually('no connection is left', () => under.server.connections === 0);
      });

      it(`resumes sessions with ${version}`, async () => {
        const first = dialTls({ maxVersion: version });
        let session: Buffer | undefined;
        first.on('session', (newest) => {
          session = newest;
        });
        await new RawVisitor(first, REQUEST).until(/\/a$/);
        await eventually('the session ticket is received', () => session !== undefined);
        const second = dialTls({ maxVersion: version, session });
        await new RawVisitor(second, REQUEST).until(/\/a$/);
        assert.ok(second.isSessionReused());
      });
    }

    it('refuses unknown protocols', async () => {
      const [error] = await once(dialTls({ ALPNProtocols: ['spdy/3'] }), 'error');
      assert.match(error.message, new RegExp(`alert number ${ALERT_NO_APPLICATION_PROTOCOL}\\b`));
    });

    it('closes handshakes that stall, and those whose visitor disconnects', async () => {
      const silent = dial();
      const half = dial(HALF_HELLO);
      const ended = [dial(), dial(HALF_HELLO)];
      const left = [dial(), dial(HALF_HELLO)];
      for (const socket of sockets) await once(socket, 'connect');
      await eventually('all are there', () => under.server.connections === 6);
      for (const socket of ended) socket.end();
      for (const socket of left) socket.resetAndDestroy();
      await eventually('the disconnected ones are gone', () => under.server.connections === 2);
      under.passTime(under.limits.handshakeMs + 100);
      await Promise.all([once(silent, 'end'), once(half, 'end')]);
      await eventually('none is left', () => under.server.connections === 0);
    });

    it('closes connections that are not TLS', async () => {
      await once(dial(REQUEST), 'end');
      await eventually('none is left', () => under.server.connections === 0);
    });

    it('closes a connection with invalid records', async () => {
      const raw = dial().pause();
      await once(dialTls({ socket: raw }), 'secureConnect');
      // A record that cannot be decrypted.
      raw.write(Buffer.concat([Buffer.from('1703030020', 'hex'), Buffer.alloc(32)]));
      await eventually('it is gone', () => under.server.connections === 0);
    });
  });

  describe('at its limit', () => {
    beforeEach(async () => {
      under = await ServerUnderTest.open({ maxConnections: 4 });
    });

    it('closes the longest idle connections, in a handshake or between requests', async () => {
      const handshake = dial(HALF_HELLO);
      await eventually('a handshake is there', () => under.server.connections === 1);
      const plain = visitPlain(REQUEST);
      await plain.until(/\/a$/);
      const session = visitTls();
      session.send(headers(1, GET));
      await eventually('the response is received', () => session.content(1) === '/');
      under.onRequest = () => {};
      visitPlain(REQUEST);
      await eventually('one is busy', () => under.requests.length === 3);
      const closed: string[] = [];
      handshake.once('end', () => closed.push('handshake'));
      plain.socket.once('close', () => closed.push('plain'));
      session.socket.once('close', () => closed.push('session'));
      for (const expected of ['handshake', 'plain', 'session']) {
        visitPlain(REQUEST);
        await eventually(`${expected} made room`, () => closed.at(-1) === expected);
      }
      await eventually('all are busy', () => under.requests.length === 6);
      await visitPlain(REQUEST).closed;
      assert.deepEqual([under.server.connections, closed.length], [4, 3]);
    });

    it('counts connections by protocol and state', async () => {
      const counts = () =>
        under.server.count().map(({ protocol, state, count }) => `${protocol} ${state} ${count}`);
      dial(HALF_HELLO);
      await visitPlain(REQUEST).until(/\/a$/);
      under.onRequest = () => {};
      visitPlain(REQUEST);
      visitTls().send(headers(1, GET));
      await eventually('two are busy', () => under.requests.length === 3);
      assert.deepEqual(counts(), [
        'none handshake 1',
        'http/1.1 idle 1',
        'http/1.1 busy 1',
        'h2 idle 0',
        'h2 busy 1',
      ]);
      respond(under.requests.find(({ version }) => version === '2') ?? assert.fail(), 'ok');
      await eventually('one is idle again', () => counts().includes('h2 idle 1'));
    });

    it('serves visitors although many handshakes stall', async () => {
      const ended = new Set<Socket>();
      for (let n = 0; n < 40; n++) {
        const socket = dial(n % 2 ? HALF_HELLO : '');
        for (const event of ['end', 'close']) socket.once(event, () => ended.add(socket));
      }
      await eventually('it is full, and has accepted all of them', () => ended.size === 36);
      assert.equal(under.server.connections, 4);
      const visitor = visitTls();
      visitor.send(headers(1, GET));
      await eventually('the response is received', () => visitor.content(1) === '/');
    });
  });

  describe('behind a load balancer', () => {
    const HEADER = 'PROXY TCP4 192.0.2.1 192.0.2.2 56324 443\r\n';

    beforeEach(async () => {
      under = await ServerUnderTest.open({ proxies: ['127.0.0.0/8'] });
    });

    it('reads the addresses of visitors, however the header is split', async () => {
      for (let at = 0; at < HEADER.length; at++) {
        const visitor = visitPlain(HEADER.slice(0, at));
        // The pieces arrive one after the other.
        if (at > 0) await eventually('it is there', () => under.server.connections > at);
        visitor.send(HEADER.slice(at) + REQUEST);
        await visitor.until(/\/a$/);
      }
      const { remoteAddress, remotePort, localAddress, localPort } =
        under.requests.at(-1)?.connection ?? assert.fail();
      assert.deepEqual(
        [remoteAddress, remotePort, localAddress, localPort],
        ['192.0.2.1', 56_324, '192.0.2.2', 443],
      );
      assert.equal(new Set(under.requests.map((each) => each.connection.remotePort)).size, 1);
    });

    it('reads them on TLS connections', async () => {
      const raw = dial(proxyHeaderV2(0x21, 0x11, 'c0000201 c0000202 dc0401bb'));
      const socket = dialTls({ socket: raw.pause() });
      await new RawVisitor(socket, REQUEST).until(/\/a$/);
      const { remoteAddress, tls } = under.requests[0]?.connection ?? assert.fail();
      assert.deepEqual([remoteAddress, tls?.serverName], ['192.0.2.1', 'shop.test']);
    });

    it('accepts connections of the load balancer itself', async () => {
      for (const header of ['PROXY UNKNOWN\r\n', proxyHeaderV2(0x20, 0, '').toString('latin1')]) {
        await visitPlain(Buffer.from(header + REQUEST, 'latin1')).until(/\/a$/);
      }
      const addresses = under.requests.map(({ connection }) => connection.remoteAddress);
      assert.deepEqual(addresses, ['127.0.0.1', '127.0.0.1']);
    });

    it('closes connections without a valid header in time', async () => {
      assert.equal(await visitPlain(REQUEST).end(), '');
      await once(dial(HALF_HELLO), 'end');
      const slow = visitPlain('PROXY TCP4 ');
      const left = visitPlain('PROXY TCP4 ');
      await eventually('both are there', () => under.server.connections === 2);
      left.socket.end();
      await left.closed;
      under.passTime(under.limits.handshakeMs + 100);
      await slow.closed;
      assert.deepEqual([under.requests.length, under.refusals.length], [0, 0]);
    });
  });

  it('ignores PROXY headers of other clients', async () => {
    under = await ServerUnderTest.open({ proxies: ['192.0.2.0/24'] });
    assert.match(
      await visitPlain(`PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n${REQUEST}`).end(),
      /^HTTP\/1.1 400 /,
    );
    assert.equal(under.requests.length, 0);
  });

  it('accepts many simultaneous connections in few turns of the event loop', {
    skip: process.platform !== 'linux',
  }, async () => {
    under = await ServerUnderTest.open();
    for (let n = 0; n < 64; n++) visitPlain('');
    let turns = 0;
    for (; under.server.connections < 64; turns++) await setImmediate();
    assert.ok(turns < 40, `${turns}`);
  });

  it('drains: closes idle connections, completes requests in flight and accepts no more', async () => {
    under = await ServerUnderTest.open();
    under.onRequest = () => {};
    const handshake = dial(HALF_HELLO);
    const idle = visitPlain('');
    const busy = visitPlain(REQUEST);
    await eventually('all are there', () => under.server.connections === 3);
    await eventually('one is busy', () => under.requests.length === 1);
    const drained = under.server.drain();
    await Promise.all([once(handshake, 'end'), idle.closed]);
    await assert.rejects(once(connect(under.plainPort, '127.0.0.1'), 'connect'));
    respond(under.requests[0] ?? assert.fail(), 'last');
    assert.match(await busy.end(), /last$/);
    await drained;
  });

  describe('works with', () => {
    beforeEach(async () => {
      under = await ServerUnderTest.open();
      under.onRequest = (stream) => {
        if (!stream.body) {
          respond(stream, `${stream.version} ${stream.target}`);
          return;
        }
        stream.respond(200, 'OK', []);
        stream.onDrain = () => stream.body?.resume();
        stream.body.read({
          onData: (bytes) => stream.write(bytes),
          onEnd: () => stream.end(),
          onFailure: () => {},
        });
      };
    });

    it('undici', async () => {
      const dispatcher = new Agent({
        allowH2: true,
        connect: { rejectUnauthorized: false, servername: 'shop.test' },
      });
      const url = `https://127.0.0.1:${under.tlsPort}/a`;
      const got = await request(url, { dispatcher });
      assert.equal(await got.body.text(), '2 /a');
      const body = 'x'.repeat(1_000_000);
      const posted = await request(url, { dispatcher, method: 'POST', body });
      assert.equal(await posted.body.text(), body);
      await dispatcher.close();
    });

    it("Node's client, many times at once", async () => {
      const session = connectHttp2(`https://127.0.0.1:${under.tlsPort}`, {
        servername: 'shop.test',
        rejectUnauthorized: false,
      });
      const bodies = Array.from({ length: 500 }, async (_, n) => {
        const stream = session.request({ ':path': `/${n}`, ':authority': 'shop.test' });
        let text = '';
        for await (const bytes of stream) text += bytes;
        return text;
      });
      const expected = Array.from({ length: 500 }, (_, n) => `2 /${n}`);
      assert.deepEqual(await Promise.all(bodies), expected);
      session.close();
      await once(session, 'close');
    });

    for (const [option, version] of [
      ['--http2', '2'],
      ['--http1.1', '1.1'],
    ] as const) {
      it(`curl ${option}`, async (test) => {
        const curl = await curlWith(option, under.tlsPort).catch((error) => {
          if (error.code !== 'ENOENT') throw error;
        });
        if (!curl) test.skip('curl is not installed');
        else assert.equal(curl.stdout, `${version} /a`);
      });
    }
  });
});

function curlWith(option: string, port: number) {
  const address = `shop.test:${port}:127.0.0.1`;
  return promisify(execFile)('curl', [
    ...['--silent', '--show-error', '--insecure', option, '--resolve', address],
    `https://shop.test:${port}/a`,
  ]);
}
