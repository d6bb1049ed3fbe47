/** Origins that respond slowly, in pieces, incompletely or wrongly: what visitors get, and how often requests are retried. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientHttp2Session, connect as http2Connect } from 'node:http2';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { eventually } from '../support/eventually.ts';
import { openRawOrigin, type RawOrigin, RawVisitor } from '../support/raw-http.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';

const folder = fileURLToPath(new URL('../fixtures/tls', import.meta.url));
const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const CHUNKED = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
const get = (fields = '') => `GET / HTTP/1.1\r\nHost: shop.test\r\n${fields}\r\n`;
const last = get('Connection: close\r\n');

describe('responses of an origin', () => {
  let edge: TestEdge;
  let origin: RawOrigin;
  let respond: (socket: Socket, head: string) => void;
  let asked: number;
  let visitors: RawVisitor[];
  let session: ClientHttp2Session | undefined;

  before(async () => {
    origin = await openRawOrigin((socket, head) => {
      asked += 1;
      respond(socket, head);
    });
    const { zone, pool } = siteOf('shop.test', [originOf(origin.port)]);
    const tls = { host: '127.0.0.1', port: 0, folder };
    edge = await openTestEdge({ zones: [zone], pools: [pool] }, { tls });
  });
  beforeEach(() => {
    asked = 0;
    visitors = [];
  });
  afterEach(async () => {
    session?.destroy();
    for (const { socket } of visitors) socket.destroy();
    await eventually('no request is in flight', () => edge.inFlight() === 0);
  });
  after(async () => {
    origin.close();
    await edge.close();
  });

  function visit(bytes: string): RawVisitor {
    const visitor = new RawVisitor(edge.port, bytes);
    visitors.push(visitor);
    return visitor;
  }

  /** The status and body of a response over HTTP/2. */
  async function visitOverHttp2(): Promise<{ status: number; body: string }> {
    session = http2Connect(`https://127.0.0.1:${edge.tlsPort}`, {
      servername: 'shop.test',
      rejectUnauthorized: false,
    });
    const stream = session.request({ ':authority': 'shop.test' });
    const [fields] = await once(stream, 'response');
    return { status: fields[':status'], body: await text(stream) };
  }

  it('begin at once, though their bodies may take a while', async () => {
    let finish = () => {};
    respond = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\n');
      finish = () => socket.write('body');
    };
    const visitor = visit(get());
    await visitor.until(/content-length: 4[\s\S]*\r\n\r\n$/);
    finish();
    await visitor.until(/\r\n\r\nbody$/);
  });

  it('may come in chunks of a byte, which are joined', async () => {
    const chunks = '1\r\nx\r\n'.repeat(20_000);
    respond = (socket) => socket.write(`${CHUNKED}${chunks}0\r\n\r\n`);
    const body = (await visit(get()).until(/\r\n0\r\n\r\n$/)).split('\r\n\r\n')[1] ?? '';
    assert.equal(body.replaceAll(/[^x]/g, '').length, 20_000);
    const count = body.split('\r\n').length / 2;
    assert.ok(count < 200, `${count}`);
  });

  it('may end before the request does', async () => {
    const pieces: Socket[] = [];
    respond = (socket, head) => {
      if (head.startsWith('GET')) socket.write(OK);
      else {
        pieces.push(socket);
        socket.write(`${CHUNKED}4\r\nhalf\r\n`);
      }
    };
    const visitor = visit('POST / HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 300000\r\n\r\n');
    await visitor.until(/half/);
    visitor.send('b'.repeat(200_000));
    await eventually('the origin has a part', () => origin.received().endsWith('b'.repeat(1_000)));
    pieces[0]?.write('0\r\n\r\n');
    await visitor.until(/\r\n0\r\n\r\n/);
    visitor.send(`${'b'.repeat(100_000)}${get()}`);
    await visitor.until(/ok$/);
  });

  it('reach a visitor whose upload they interrupt, in 30 of 30 cases (10 were 520)', async () => {
    const refusal = 'HTTP/1.1 413 Too Large\r\ncontent-length: 3\r\nconnection: close\r\n\r\nbig';
    respond = (socket) => {
      // Bytes that are not read turn the close into a reset.
      socket.pause();
      socket.write(refusal, () => socket.destroy());
    };
    const statuses: string[] = [];
    for (let n = 0; n < 30; n++) {
      const visitor = visit(
        'POST / HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 8000000\r\n\r\n',
      );
      for (let sent = 0; sent < 8_000_000 && !visitor.text.includes('\r\n\r\n'); sent += 50_000) {
        visitor.send('b'.repeat(50_000));
        await new Promise((resolve) => setImmediate(resolve));
      }
      statuses.push((await visitor.until(/\r\n\r\n/)).slice(9, 12));
      visitor.socket.destroy();
    }
    assert.deepEqual(statuses, Array(30).fill('413'));
  });

  it('reach a visitor that has ended its side of the connection', async () => {
    let finish = () => {};
    respond = (socket) => {
      finish = () => socket.write(OK);
    };
    const visitor = visit(get());
    visitor.socket.end();
    await eventually('the origin is asked', () => asked === 1);
    finish();
    assert.match(await visitor.end(), /^HTTP\/1.1 200 [\s\S]*ok$/);
  });

  it('are aborted if they end early and only the end of the connection frames them', async () => {
    respond = (socket) => socket.end(`${CHUNKED}4\r\nhalf\r\n`);
    const visitor = visit('GET / HTTP/1.0\r\nHost: shop.test\r\n\r\n');
    const [failure] = await once(visitor.socket, 'error');
    assert.equal(failure.code, 'ECONNRESET');
  });

  it('are aborted if the connection to the origin fails', async () => {
    for (const leave of ['end', 'resetAndDestroy'] as const) {
      respond = (socket) =>
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf', () => socket[leave]());
      assert.match(await visit(get()).end(), /^HTTP\/1.1 200 [\s\S]*\r\n\r\n(?:half)?$/);
    }
    assert.equal(asked, 2);
  });

  const faults: readonly (readonly [string, string])[] = [
    ['no HTTP', 'hello\r\n\r\n'],
    ['too many hints', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(20)],
    ['two lengths', OK.replace('\r\n', '\r\ncontent-length: 3\r\n')],
    // The head had been accepted, and the visitor got an empty close.
    ['a bad chunk together with the head', `${CHUNKED}nonsense\r\n`],
  ];
  for (const [what, bytes] of faults) {
    it(`are not retried after ${what}`, async () => {
      respond = (socket) => socket.write(bytes);
      assert.match(await visit(last).end(), /^HTTP\/1.1 520 /);
      assert.equal(asked, 1);
    });
  }

  it('are not retried if the edge itself cannot send them', async () => {
    respond = (socket) => socket.write(OK.replace('200', '999'));
    const { status, body } = await visitOverHttp2();
    assert.equal(status, 520);
    assert.match(body, /<h1>520 /);
    assert.equal(asked, 1);
  });

  it('are retried if a reused connection is closed instead', async () => {
    respond = (socket) => (asked === 2 ? socket.end() : socket.write(OK));
    await visit(last).end();
    assert.match(await visit(last).end(), /^HTTP\/1.1 200 [\s\S]*ok$/);
    assert.equal(asked, 3);
  });

  it('are not retried if a new connection is closed instead', async () => {
    respond = (socket) =>
      socket.end(asked === 1 ? OK.replace('\r\n', '\r\nconnection: close\r\n') : '');
    // Leaves no keep-alive connection.
    await visit(last).end();
    assert.match(await visit(last).end(), /^HTTP\/1.1 520 /);
    assert.equal(asked, 2);
  });
});

describe('the edge itself', () => {
  it('asks for the body of a request that it responds to, if the visitor waits for that', async () => {
    const { zone, pool } = siteOf('shop.test', [originOf(1)]);
    const edge = await openTestEdge({ zones: [zone], pools: [pool] });
    const visitor = new RawVisitor(
      edge.port,
      'POST /cdn-cgi/challenge/verify HTTP/1.1\r\nHost: shop.test\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n',
    );
    await visitor.until(/^HTTP\/1.1 100 Continue\r\n\r\n/);
    visitor.send('{}');
    await visitor.until(/HTTP\/1.1 4\d\d /);
    visitor.socket.destroy();
    await edge.close();
  });
});
