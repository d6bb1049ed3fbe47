/**
 * Visitors and origins that misbehave: they leave early, stall, declare wrong lengths or respond with garbage. None of
 * it may crash the process, leak a connection or a count, or mix up two responses.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, afterEach, before, describe, it } from 'node:test';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { eventually } from '../support/eventually.ts';
import { nodeHome } from '../support/node-process.ts';
import { openRawOrigin, type RawOrigin, RawVisitor } from '../support/raw-http.ts';
import { openTestEdge, type TestEdge, testEdgeConfig } from '../support/test-edge.ts';

const HOST = 'Host: shop.test\r\n';
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\n${HOST}${headers}\r\n`;
const UPGRADE = get('/', 'Connection: Upgrade\r\nUpgrade: chat\r\n');
const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const SWITCH = 'HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: chat\r\n\r\n';

describe('an edge between hostile neighbours', () => {
  /** Loses patience after a second. */
  let edge: TestEdge;
  let patient: TestEdge;
  let origin: RawOrigin;
  let respond: (socket: Socket, head: string) => void;
  let visitors: RawVisitor[] = [];

  before(async () => {
    origin = await openRawOrigin((socket, head) => respond(socket, head));
    const { zone, pool } = siteOf('shop.test', [originOf(origin.port)]);
    patient = await openTestEdge({ zones: [zone], pools: [pool] });
    edge = await openTestEdge(
      { zones: [zone], pools: [pool] },
      {
        origins: {
          connectSeconds: 1,
          responseSeconds: 1,
          idleSeconds: 2,
          connections: 64,
          headerBytes: 131_072,
          headerCount: 512,
          verifyTls: true,
        },
        limits: { ...testEdgeConfig.limits, headerSeconds: 1, keepAliveSeconds: 1 },
      },
    );
  });
  after(async () => {
    origin.close();
    await edge.close();
    await patient.close();
  });
  afterEach(async () => {
    for (const { socket } of visitors) socket.destroy();
    visitors = [];
    const inFlight = () => edge.inFlight() + patient.inFlight();
    await eventually('no request is in flight', () => inFlight() === 0);
  });

  function visit(bytes: string, { port } = edge): RawVisitor {
    const visitor = new RawVisitor(port, bytes);
    visitors.push(visitor);
    return visitor;
  }

  /** The log record of the only request with this path. */
  async function logged(path: string) {
    const find = () => {
      edge.flush();
      return edge.events.filter(({ fields }) => fields.ClientRequestURI === path);
    };
    await eventually(`${path} is logged`, () => find().length > 0);
    assert.equal(find().length, 1);
    return find()[0]?.fields ?? assert.fail();
  }

  describe('responses of the origin', () => {
    const table: readonly (readonly [name: string, response: string, expected: RegExp])[] = [
      ['no HTTP at all', 'hello\r\n\r\n', /^HTTP\/1.1 520 /],
      ['nothing', '', /^HTTP\/1.1 520 /],
      ['half a head', 'HTTP/1.1 200 OK\r\ncontent-', /^HTTP\/1.1 520 /],
      ['a length that is none', 'HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\n', /^HTTP\/1.1 520 /],
      ['a change of protocol nobody asked for', `${SWITCH}GET /`, /^HTTP\/1.1 520 /],
      [
        'two lengths',
        'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nok',
        /^HTTP\/1.1 520 /,
      ],
      [
        'two connection headers',
        'HTTP/1.1 200 OK\r\nconnection: x-secret\r\nconnection: close\r\nx-secret: 1\r\ncontent-length: 2\r\n\r\nok',
        /^HTTP\/1.1 200 OK\r\n(?!.*x-secret)[\s\S]*ok$/,
      ],
      [
        'two of everything that is logged',
        'HTTP/1.1 200 OK\r\nexpires: a\r\nexpires: b\r\nlast-modified: a\r\nlast-modified: b\r\ncontent-type: a/b\r\ncontent-type: c/d\r\ncontent-length: 2\r\n\r\nok',
        /^HTTP\/1.1 200 [\s\S]*ok$/,
      ],
      [
        'malformed hints',
        `HTTP/1.1 103 Early Hints\r\nlink: nonsense\r\n\r\n${OK}`,
        /^HTTP\/1.1 200 [\s\S]*ok$/,
      ],
      [
        'hints with other headers',
        `HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\nset-cookie: a=1\r\nset-cookie: b=2\r\n\r\n${OK}`,
        /^HTTP\/1.1 103 Early Hints\r\nLink: <\/a>; rel=preload\r\n\r\nHTTP\/1.1 200 [\s\S]*ok$/,
      ],
      [
        'a 204 with a body',
        'HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nbad',
        /^HTTP\/1.1 204 [\s\S]*\r\n\r\n$/,
      ],
      [
        'a 304 with a length',
        'HTTP/1.1 304 Not Modified\r\ncontent-length: 3\r\n\r\n',
        /^HTTP\/1.1 304 /,
      ],
      [
        'a 304 with a length and a body',
        'HTTP/1.1 304 Not Modified\r\ncontent-length: 3\r\n\r\nbad',
        /^HTTP\/1.1 304 [\s\S]*\r\n\r\n$/,
      ],
      [
        'a ray of its own',
        'HTTP/1.1 200 OK\r\nCF-Ray: forged\r\ncontent-length: 2\r\n\r\nok',
        /^(?![\s\S]*forged)[\s\S]*ok$/,
      ],
    ];
    for (const [name, bytes, expected] of table) {
      it(`survives ${name}`, async () => {
        respond = (socket) => socket.end(bytes);
        const visitor = visit(get('/', 'Connection: close\r\n'));
        assert.match(await visitor.end(), expected);
      });
    }

    it('never forwards a wrong length', async () => {
      respond = (socket) =>
        socket.end(
          'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n4\r\nokay\r\n0\r\n\r\n',
        );
      const text = await visit(get('/', 'Connection: close\r\n')).end();
      assert.doesNotMatch(text, /content-length: 2\r\n/i);
    });

    it('aborts the connection after an incomplete response', async () => {
      respond = (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf');
      const text = await visit(get('/half')).end();
      assert.match(text, /^HTTP\/1.1 200 [\s\S]*half$/);
      respond = (socket) =>
        socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n');
      assert.doesNotMatch(await visit(get('/half-chunked')).end(), /\r\n0\r\n/);
      assert.equal((await logged('/half')).EdgeResponseStatus, 200);
    });

    it('times out if the origin does not respond', async () => {
      respond = () => {};
      assert.match(await visit(get('/silent')).until(/<\/html>/), /^HTTP\/1.1 524 /);
      assert.equal((await logged('/silent')).OriginResponseStatus, 0);
    });

    it('sends HTTP/1.0 visitors no chunks and no informational responses', async () => {
      respond = (socket) =>
        socket.end(
          'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\nHTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
        );
      const text = await visit(`GET / HTTP/1.0\r\n${HOST}\r\n`).end();
      assert.match(text, /^HTTP\/1.1 200 (?![\s\S]*chunked)[\s\S]*\r\n\r\nok$/);
    });
  });

  describe('visitors', () => {
    it('may leave while they wait for a response', async () => {
      let gone: Promise<unknown> = Promise.resolve();
      const asked = new Promise<void>((resolve) => {
        respond = (socket) => {
          gone = once(socket, 'close');
          resolve();
        };
      });
      const visitor = visit(get('/left'));
      await asked;
      visitor.socket.resetAndDestroy();
      await gone;
      const fields = await logged('/left');
      assert.equal(fields.EdgeResponseStatus, 499);
      assert.equal(fields.OriginResponseStatus, 0);
      assert.notEqual(fields.ClientSrcPort, 0);
    });

    it('may leave in the middle of their body', async () => {
      let gone: Promise<unknown> = Promise.resolve();
      const asked = new Promise<void>((resolve) => {
        respond = (socket) => {
          gone = once(socket, 'close');
          resolve();
        };
      });
      const visitor = visit(
        `POST /upload-left HTTP/1.1\r\n${HOST}Content-Length: 100000\r\n\r\nhalf`,
      );
      await asked;
      visitor.socket.destroy();
      await gone;
      assert.equal((await logged('/upload-left')).EdgeResponseStatus, 499);
    });

    it('may leave in the middle of the response', async () => {
      let gone: Promise<unknown> = Promise.resolve();
      respond = (socket) => {
        gone = once(socket, 'close');
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf');
      };
      const visitor = visit(get('/response-left'));
      await visitor.until(/half/);
      visitor.socket.destroy();
      await gone;
      assert.equal((await logged('/response-left')).EdgeResponseStatus, 200);
    });

    it('may leave with pipelined requests', async () => {
      const asked: string[] = [];
      respond = (_socket, head) => asked.push(head.split(' ', 2)[1] ?? '');
      const visitor = visit(get('/first') + get('/second'));
      await eventually('the origin has the first', () => asked.length === 1);
      visitor.socket.resetAndDestroy();
      // The edge stopped reading after the first request, so it notices by the response or the timeout.
      await eventually('none is in flight', () => edge.inFlight() === 0);
      await logged('/first');
      assert.deepEqual(asked, ['/first'], 'the second request waits for the first');
    });

    it('get their responses in order, even if one of them fails', async () => {
      respond = (socket, head) => {
        if (head.startsWith('GET /2')) socket.destroy();
        else socket.write(OK);
      };
      const visitor = visit(get('/1') + get('/2') + get('/3', 'Connection: close\r\n'));
      const statuses = (await visitor.end()).match(/HTTP\/1.1 \d+/g);
      assert.deepEqual(statuses, ['HTTP/1.1 200', 'HTTP/1.1 520', 'HTTP/1.1 200']);
    });

    it('can reuse the connection after a response that came before the end of their body', async () => {
      respond = (socket, head) => {
        if (head.startsWith('POST'))
          socket.end('HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
        else socket.write(OK);
      };
      const body = 'x'.repeat(1_000_000);
      const visitor = visit(
        `POST /early HTTP/1.1\r\n${HOST}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 200_000)}`,
        patient,
      );
      await visitor.until(/^HTTP\/1.1 413 /);
      visitor.send(body.slice(200_000));
      visitor.send(get('/after-early'));
      await visitor.until(/HTTP\/1.1 200 [\s\S]*ok$/);
    });

    it('can reuse the connection after an origin that did not read their body', async () => {
      const asked: Socket[] = [];
      respond = (socket, head) => {
        if (!head.startsWith('POST')) socket.write(OK);
        else asked.push(socket.pause());
      };
      const [chunk, count] = [Buffer.alloc(20_000, 'x'), 1_000];
      const length = chunk.length * count;
      const visitor = visit(
        `POST /full HTTP/1.1\r\n${HOST}Content-Length: ${length}\r\n\r\n`,
        patient,
      );
      let transferred = 0;
      for (let n = 0; n < count; n++) visitor.socket.write(chunk, () => (transferred += 1));
      let [before, stillFor] = [0, 0];
      await eventually('no more bytes are transferred', () => {
        stillFor = asked.length > 0 && transferred === before ? stillFor + 1 : 0;
        before = transferred;
        return stillFor > 10;
      });
      assert.ok(transferred < count);
      asked[0]?.end('HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
      await visitor.until(/^HTTP\/1.1 413 /);
      visitor.send(get('/after-full'));
      await visitor.until(/HTTP\/1.1 200 [\s\S]*ok$/);
      asked[0]?.destroy();
    });

    it('can reuse the connection after an origin that failed in the middle of their body', async () => {
      respond = (socket, head) => {
        if (head.startsWith('POST')) socket.destroy();
        else socket.write(OK);
      };
      const body = 'x'.repeat(1_000_000);
      const visitor = visit(
        `POST /broken HTTP/1.1\r\n${HOST}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 200_000)}`,
        patient,
      );
      await visitor.until(/^HTTP\/1.1 520 [\s\S]*<\/html>/);
      visitor.send(body.slice(200_000));
      visitor.send(get('/after-broken'));
      await visitor.until(/HTTP\/1.1 200 [\s\S]*ok$/);
      assert.equal(origin.received().match(/POST \/broken/g)?.length, 1);
    });

    it('that never end an unwanted body are disconnected', async () => {
      const visitor = visit(
        `POST / HTTP/1.1\r\nHost: nobody.test\r\nContent-Length: 1000\r\n\r\nx`,
      );
      await visitor.until(/^HTTP\/1.1 404 /);
      await visitor.end();
    });

    for (const [what, bytes, status] of [
      ['a tunnel', 'CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n', 400],
      ['a change of protocol', UPGRADE.replace('shop.test', 'nobody.test'), 404],
    ] as const) {
      it(`that were refused ${what} and do not close their side are disconnected`, async () => {
        const socket = connect({ port: edge.port, host: '127.0.0.1', allowHalfOpen: true });
        const visitor = new RawVisitor(socket, bytes);
        visitors.push(visitor);
        await once(socket, 'end');
        assert.ok(visitor.text.startsWith(`HTTP/1.1 ${status} `), visitor.text);
        // A write succeeds while the edge still reads.
        await eventually(
          'the edge does not read any more',
          () => socket.destroyed || !socket.write('x'),
        );
        await visitor.end();
      });
    }

    it('that do not read the end of their response are disconnected', async () => {
      respond = (socket, head) => {
        const size = Number(/size=(\d+)/.exec(head)?.[1]);
        socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${size}\r\n\r\n${'x'.repeat(size)}`);
      };
      const ask = (size: number) => {
        const path = `/rest?size=${size}`;
        const visitor = visit('');
        visitor.socket.pause();
        visitor.send(get(path));
        return path;
      };
      const isLogged = (path: string) => {
        edge.flush();
        return edge.events.some(({ fields }) => fields.ClientRequestURI === path);
      };
      // Bytes that the operating system buffers for a visitor that does not read; the rest stays in the edge.
      let [most, tooMuch] = [0, 32 * 1024 * 1024];
      while (tooMuch - most > 8 * 1024) {
        const size = Math.floor((most + tooMuch) / 2);
        const path = ask(size);
        // A later visitor that reads has the whole response: the first visitor had enough time.
        await visit(get(`/taken?size=${size}`, 'Connection: close\r\n')).end();
        if (isLogged(path)) most = size;
        else tooMuch = size;
      }
      const paths = Array.from({ length: 32 }, (_, n) => ask(tooMuch + (n - 16) * 4 * 1024));
      for (const path of paths) await eventually(`${path} has ended`, () => isLogged(path));
    });

    it('that do not read their response are disconnected', async () => {
      const large = Buffer.alloc(20_000_000);
      respond = (socket) => {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${large.length}\r\n\r\n`);
        socket.write(large);
      };
      const visitor = visit('');
      visitor.socket.pause();
      visitor.send(get('/stalled'));
      await eventually('it is in flight', () => edge.inFlight() === 1);
      await eventually('it was aborted', () => edge.inFlight() === 0);
    });
  });

  describe('changes of protocol', () => {
    it('deliver the last bytes before the end', async () => {
      const large = 'x'.repeat(8_000_000);
      respond = (socket) => {
        socket.write(SWITCH);
        socket.end(`${large}end`);
      };
      const visitor = visit('');
      visitor.socket.pause();
      visitor.send(UPGRADE);
      await eventually('the edge has some of it', () => edge.inFlight() === 1);
      visitor.socket.resume();
      assert.match(await visitor.end(), /xend$/);
    });

    it('count as in flight until they end', async () => {
      respond = (socket) => socket.write(SWITCH);
      const visitor = visit(UPGRADE);
      await visitor.until(/^HTTP\/1.1 101 /);
      assert.equal(edge.inFlight(), 1);
      visitor.socket.end();
      await visitor.end();
    });

    it('forward early bytes and a half-close', async () => {
      respond = (socket) => {
        socket.write(SWITCH);
        socket.on('data', (data) => socket.write(`<${data}>`));
        socket.on('end', () => socket.end('bye'));
      };
      const visitor = visit(`${UPGRADE}early`);
      await visitor.until(/<early>/);
      visitor.socket.end('late');
      assert.match(await visitor.end(), /<late>[\s\S]*bye$/);
    });

    it('end on both sides after the idle timeout', async () => {
      let ended: Promise<unknown> = Promise.resolve();
      respond = (socket) => {
        ended = once(socket, 'close');
        socket.write(SWITCH);
      };
      const visitor = visit(UPGRADE);
      await visitor.until(/^HTTP\/1.1 101 /);
      await visitor.end();
      await ended;
    });

    it('do not happen when the visitor leaves first', async () => {
      let asked = false;
      respond = () => {
        asked = true;
      };
      const visitor = visit(get('/gone', 'Connection: Upgrade\r\nUpgrade: chat\r\n'));
      await eventually('the origin has the request', () => asked);
      // After a mere end of what it sends, a visitor may still wait for the response.
      visitor.socket.resetAndDestroy();
      assert.equal((await logged('/gone')).EdgeResponseStatus, 499);
    });

    it('time out if the origin never responds', async () => {
      respond = () => {};
      assert.match(await visit(UPGRADE).end(), /^HTTP\/1.1 524 /);
    });

    it('do not happen with a body, which is forwarded as a body', async () => {
      respond = (socket, head) => {
        assert.doesNotMatch(head, /^upgrade:/im);
        socket.write(OK);
      };
      const visitor = visit(
        `POST / HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: chat\r\nContent-Length: 4\r\n\r\nbody`,
      );
      await visitor.until(/^HTTP\/1.1 200 [\s\S]*ok$/);
    });

    it('fail if the response has an invalid status', async () => {
      respond = (socket) => socket.end('HTTP/1.1 099 Odd\r\ncontent-length: 0\r\n\r\n');
      assert.match(await visit(UPGRADE).end(), /^HTTP\/1.1 520 /);
    });

    it('may be refused with any response', async () => {
      respond = (socket) =>
        socket.end('HTTP/1.1 403 No\r\ncontent-type: a/b\r\ncontent-length: 2\r\n\r\nno');
      assert.match(
        await visit(UPGRADE.replace('/', '/refused')).end(),
        /^HTTP\/1.1 403 No\r\n[\s\S]*no$/,
      );
      assert.equal((await logged('/refused')).EdgeResponseContentType, 'a/b');
    });
  });
});

describe('an edge process', () => {
  // Parsing a body of more than 10,000 levels that is no JSON in the end damaged memory: it died.
  it('outlives bodies that are nested without end', async (t) => {
    const home = await nodeHome();
    t.after(() => home.remove());
    const node = await home.start();
    // biome-ignore lint/suspicious/noExplicitAny: results have many shapes; a wrong path fails the assertion
    const api = async (method: string, path: string, body?: unknown): Promise<any> => {
      const headers = {
        authorization: `Bearer ${node.token()}`,
        'content-type': 'application/json',
      };
      const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
      const response = (await (await fetch(node.api + path, sent)).json()) as Record<
        string,
        unknown
      >;
      assert.ok(response.success, JSON.stringify(response));
      return response.result;
    };
    const [account] = await api('GET', '/accounts');
    const zone = await api('POST', '/zones', { name: 'shop.test', account: { id: account.id } });
    const pool = await api('POST', `/accounts/${account.id}/load_balancers/pools`, {
      name: 'shop',
      origins: [{ name: 'absent', address: '127.0.0.1', port: 1 }],
    });
    await api('POST', `/zones/${zone.id}/load_balancers`, {
      name: 'shop.test',
      default_pools: [pool.id],
      fallback_pool: pool.id,
    });
    const rule = (value: string) => ({ action: 'block', expression: value });
    await api('PUT', `/zones/${zone.id}/rulesets/phases/http_request_firewall_custom/entrypoint`, {
      rules: [
        rule('lookup_json_string(http.request.body.raw, "q") eq "bad"'),
        rule('lookup_json_integer(http.request.body.raw, "q") eq 7'),
      ],
    });
    const send = async (body: string): Promise<string> => {
      const { port } = new URL(node.edge);
      const head = `POST / HTTP/1.1\r\n${HOST}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
      return (await new RawVisitor(Number(port), head + body).end()).slice(0, 12);
    };
    const isBlocked = async () => (await send('{"q":"bad"}')) === 'HTTP/1.1 403';
    await eventually('the rule acts', isBlocked);
    const before = node.output().length;
    const deep = ['[1,', '{"a":', '[[1.5],', '[', '{"q":7,"a":[1.5,'];
    for (let round = 0; round < 4; round++) {
      for (const each of deep) {
        const body = `${each.repeat(Math.floor(60_000 / each.length))}1`;
        assert.match(await send(body), /^HTTP\/1.1 (?:403|5\d\d)$/, each);
      }
    }
    assert.ok(await isBlocked());
    assert.doesNotMatch(node.output().slice(before), /"level":"(?:warn|error)"/);
  });
});
