import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { parseCidr } from '../kernel/ip.ts';
import { GuardedClient, type GuardedClientOptions } from './guarded-client.ts';
import { type LoopbackServer, startServer, testCertificate } from './loopback-server.fixture.ts';
import { OutboundError, type OutboundErrorCode } from './outbound-error.ts';

const allow = [parseCidr('127.0.0.1') ?? assert.fail()];
/** 127.0.0.1 is listed in these tests; 127.0.0.2 represents every other private address. */
const names: Record<string, string[]> = {
  'good.test': ['127.0.0.1'],
  'private.test': ['127.0.0.2'],
  'mixed.test': ['127.0.0.2', '::1', '127.0.0.1'],
};

function fails(code: OutboundErrorCode) {
  return (error: unknown) => {
    assert.ok(error instanceof OutboundError, String(error));
    assert.equal(error.code, code, error.message);
    assert.doesNotMatch(error.message, /secret/);
    return true;
  };
}

const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024));

const routes: Record<string, RequestListener> = {
  '/hello': (_, res) => res.setHeader('x-two', ['a', 'b']).end('hello'),
  '/silent': () => {},
  '/trickle': (_, res) => {
    const timer = setInterval(() => res.write('.'), 20);
    res.on('close', () => clearInterval(timer));
  },
  '/endless': (_, res) => {
    const more = () => {
      while (res.write(Buffer.alloc(16_384))) if (res.destroyed) return;
    };
    res.on('drain', more);
    more();
  },
  '/announced': (_, res) => res.writeHead(200, { 'content-length': 1e9 }).write('x'),
  '/bomb': (_, res) => res.setHeader('content-encoding', 'gzip').end(bomb),
  '/gzip': (_, res) => res.setHeader('content-encoding', 'gzip').end(gzipSync('packed')),
  '/damaged': (_, res) => res.setHeader('content-encoding', 'gzip').end('not gzip'),
  '/nested': (_, res) => res.setHeader('content-encoding', 'gzip, gzip').end('x'),
  '/headers': (_, res) => res.setHeader('x-large', 'x'.repeat(20_000)).end(),
  '/cut': (req, res) => {
    res.writeHead(200, { 'content-length': 100 }).write('half');
    setTimeout(() => req.socket.destroy(), 20);
  },
  '/echo': (req, res) => void req.pipe(res),
};

describe('guarded client', () => {
  let server: LoopbackServer;
  let secure: LoopbackServer;
  let base: string;
  const clients: GuardedClient[] = [];
  const open = (options: GuardedClientOptions = {}) => {
    const client = new GuardedClient({
      allow,
      resolve: async (name) => names[name] ?? [],
      ...options,
    });
    clients.push(client);
    return client;
  };
  const client = open();

  before(async () => {
    const handler: RequestListener = (req, res) => {
      const route = routes[new URL(req.url ?? '/', 'http://x').pathname];
      if (route) route(req, res);
      else res.writeHead(404).end();
    };
    server = await startServer(handler);
    secure = await startServer(handler, 'https');
    base = `http://good.test:${server.port}`;
  });
  after(async () => {
    for (const each of clients) await each.close();
    await server.stop();
    await secure.stop();
  });

  describe('responses', () => {
    it('come with status, joined headers, body and the final URL', async () => {
      const response = await client.fetch({ url: `${base}/hello#part` });
      assert.equal(response.status, 200);
      assert.equal(response.headers['x-two'], 'a, b');
      assert.equal(response.body.toString(), 'hello');
      assert.equal(response.url, `${base}/hello`);
      assert.equal((await client.fetch({ url: `${base}/no` })).status, 404);
    });

    it('can be streamed while the request is streamed', async () => {
      const body = async function* () {
        for (let n = 0; n < 100; n++) yield Buffer.alloc(10_000, n);
      };
      const response = await client.request({ url: `${base}/echo`, method: 'POST', body });
      let size = 0;
      for await (const chunk of response.body) size += chunk.length;
      assert.equal(size, 1_000_000);
    });

    it('may be discarded unread', async () => {
      const response = await client.request({ url: `${base}/endless` });
      response.discard();
      assert.equal((await client.fetch({ url: `${base}/hello` })).status, 200);
    });

    it('stay compressed unless `decompress` is set', async () => {
      const packed = await client.fetch({ url: `${base}/gzip` });
      assert.deepEqual([...packed.body.subarray(0, 2)], [0x1f, 0x8b]);
      const unpacked = await client.fetch({ url: `${base}/gzip`, decompress: true });
      assert.equal(unpacked.body.toString(), 'packed');
    });
  });

  describe('addresses', () => {
    it('are refused when private, whether literal or resolved', async () => {
      const port = server.port;
      for (const host of ['127.0.0.2', '[::1]', '2130706434', 'private.test']) {
        await assert.rejects(
          client.fetch({ url: `http://${host}:${port}/hello?k=secret` }),
          fails('address_refused'),
        );
      }
    });

    it('are refused on loopback when nothing is listed', async () => {
      const bare = open({ allow: [] });
      for (const host of ['127.0.0.1', 'good.test', 'localhost', 'localhost.']) {
        await assert.rejects(
          bare.fetch({ url: `http://${host}:${server.port}/hello` }),
          fails('address_refused'),
        );
      }
    });

    it('of a name are tried only if they are accepted', async () => {
      const response = await client.fetch({ url: `http://mixed.test:${server.port}/hello` });
      assert.equal(response.status, 200);
    });

    it('are the checked ones, even if the name resolves to others the next time', async () => {
      const resolved = [['1.1.1.1'], ['127.0.0.2'], ['127.0.0.1'], ['127.0.0.2']];
      let asked = 0;
      const rebinding = open({ resolve: async () => resolved[asked++] ?? [] });
      const url = `http://rebind.test:${server.port}/hello`;
      await rebinding.checkReachable(url);
      await assert.rejects(rebinding.fetch({ url }), fails('address_refused'));
      assert.equal((await rebinding.fetch({ url })).status, 200);
      assert.equal(asked, 3, 'one lookup per connection');
    });

    it('must be listed for plain http and odd ports under the strict rules', async () => {
      const rules = { requireTls: true, usualPortsOnly: true };
      assert.equal((await client.fetch({ url: `${base}/hello`, ...rules })).status, 200);
      const elsewhere = open({ resolve: async () => ['1.1.1.1'] });
      await assert.rejects(
        elsewhere.fetch({ url: 'http://public.test/', ...rules }),
        fails('tls_required'),
      );
      await assert.rejects(
        elsewhere.fetch({ url: 'https://public.test:6379/', ...rules }),
        fails('port_refused'),
      );
    });
  });

  describe('limits', () => {
    const timeoutMs = 150;

    it('end a request whose response does not start in time', () =>
      assert.rejects(client.fetch({ url: `${base}/silent`, timeoutMs }), fails('timeout')));

    it('end a request whose body trickles', () =>
      assert.rejects(client.fetch({ url: `${base}/trickle`, timeoutMs }), fails('timeout')));

    it('end a request whose name takes forever to resolve', () => {
      const stuck = open({ resolve: () => new Promise(() => {}) });
      return assert.rejects(stuck.fetch({ url: 'http://slow.test/', timeoutMs }), fails('timeout'));
    });

    it('stop an endless body', () =>
      assert.rejects(
        client.fetch({ url: `${base}/endless`, maxResponseBytes: 100_000 }),
        fails('response_too_large'),
      ));

    it('refuse an announced size without reading', () =>
      assert.rejects(client.request({ url: `${base}/announced` }), fails('response_too_large')));

    it('count bytes after decompression', () =>
      assert.rejects(
        client.fetch({ url: `${base}/bomb`, decompress: true, maxResponseBytes: 100_000 }),
        fails('response_too_large'),
      ));

    it('refuse damaged and nested encodings', async () => {
      for (const path of ['/damaged', '/nested']) {
        await assert.rejects(
          client.fetch({ url: base + path, decompress: true }),
          fails('bad_response'),
        );
      }
    });

    it('refuse too large headers', () =>
      assert.rejects(client.fetch({ url: `${base}/headers` }), fails('headers_too_large')));

    it('notice a server that does not speak HTTP', async (test) => {
      const mail = createServer((socket) => socket.end('220 mail.test ready\r\n'));
      test.after(() => mail.close());
      await once(mail.listen(0, '127.0.0.1'), 'listening');
      const { port } = mail.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}/`;
      await assert.rejects(client.fetch({ url, method: 'POST', body: 'a' }), fails('bad_response'));
    });

    it('notice a truncated body', () =>
      assert.rejects(client.fetch({ url: `${base}/cut` }), fails('connection_lost')));
  });

  describe('requests', () => {
    it('obey the caller’s signal, before and during the body', async () => {
      const signal = AbortSignal.abort();
      await assert.rejects(client.fetch({ url: `${base}/hello`, signal }), fails('aborted'));
      const controller = new AbortController();
      const response = await client.request({ url: `${base}/trickle`, signal: controller.signal });
      setTimeout(() => controller.abort(), 50);
      await assert.rejects(Array.fromAsync(response.body), fails('aborted'));
    });

    it('refuse line breaks and other control characters in headers', async () => {
      const bad = [
        { 'x-a': 'a\r\nx-b: secret' },
        { 'x-a': 'a\nsecret' },
        { 'x-a': 'a\0' },
        { 'x a': 'b' },
        { 'x\r\n': 'b' },
        { 'transfer-encoding': 'chunked' },
      ];
      for (const headers of bad) {
        await assert.rejects(
          client.fetch({ url: `${base}/hello`, headers }),
          fails('invalid_request'),
        );
      }
    });

    it('report that the caller’s own body stream failed', () => {
      const body = async function* () {
        yield Buffer.from('half');
        throw new Error('secret of the disk');
      };
      return assert.rejects(
        client.fetch({ url: `${base}/echo`, method: 'POST', body }),
        fails('invalid_request'),
      );
    });

    it('fail with a code if no server listens or the name is unknown', async () => {
      await assert.rejects(client.fetch({ url: 'http://good.test:1/' }), fails('connect_failed'));
      await assert.rejects(client.fetch({ url: 'http://none.test/' }), fails('name_not_found'));
    });
  });

  describe('TLS', () => {
    it('refuses a certificate of an unknown authority, or for another name', async () => {
      const url = `https://good.test:${secure.port}/hello`;
      await assert.rejects(client.fetch({ url }), fails('tls_failed'));
      const trusting = open({ extraCa: testCertificate });
      assert.equal((await trusting.fetch({ url })).status, 200);
      await assert.rejects(
        trusting.fetch({ url: `https://mixed.test:${secure.port}/hello` }),
        fails('tls_failed'),
      );
      await assert.rejects(
        client.fetch({ url: `https://good.test:${server.port}/hello` }),
        fails('tls_failed'),
      );
    });
  });

  it('aborts requests in flight when it closes', async () => {
    const closing = open();
    const silent = closing.fetch({ url: `${base}/silent` });
    const ended = assert.rejects(silent, fails('closed'));
    await closing.close();
    await ended;
    await assert.rejects(closing.fetch({ url: `${base}/hello` }), fails('closed'));
  });
});
