import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { parseCidr } from '../kernel/ip.ts';
import { GuardedClient } from './guarded-client.ts';
import { type LoopbackServer, startServer, testCertificate } from './loopback-server.fixture.ts';
import type { OutboundRequest } from './outbound-client.ts';

const allow = [parseCidr('127.0.0.1') ?? assert.fail()];

/** `/to?status=…&location=…` redirects; every other path responds with the received request. */
async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const url = new URL(req.url ?? '/', 'http://x');
  if (url.pathname === '/loop') {
    const step = Number(url.searchParams.get('n'));
    return void res.writeHead(302, { location: `/loop?n=${step + 1}` }).end();
  }
  if (url.pathname === '/to') {
    const status = Number(url.searchParams.get('status') ?? 302);
    return void res.writeHead(status, { location: url.searchParams.get('location') ?? '' }).end();
  }
  const body = Buffer.concat(await Array.fromAsync(req)).toString();
  res.end(JSON.stringify({ method: req.method, headers: req.headers, body }));
}

describe('redirects', () => {
  let plain: LoopbackServer;
  let secure: LoopbackServer;
  const names: Record<string, string[]> = {
    'good.test': ['127.0.0.1'],
    'other.test': ['127.0.0.1'],
    'private.test': ['127.0.0.2'],
    'public.test': ['1.1.1.1'],
  };
  const client = new GuardedClient({
    allow,
    extraCa: testCertificate,
    resolve: async (name) => names[name] ?? [],
  });

  before(async () => {
    plain = await startServer(handle);
    secure = await startServer(handle, 'https');
  });
  after(async () => {
    await client.close();
    await plain.stop();
    await secure.stop();
  });

  const at = (host: string) => `http://${host}:${plain.port}`;
  const to = (location: string, status = 302, from = at('good.test')) =>
    `${from}/to?status=${status}&location=${encodeURIComponent(location)}`;
  const arrived = async (request: OutboundRequest) =>
    JSON.parse((await client.fetch(request)).body.toString());

  it('are followed, relative and absolute, and the final URL is returned', async () => {
    assert.equal((await client.fetch({ url: to('/end?x=1#f') })).url, `${at('good.test')}/end?x=1`);
    const absolute = await client.fetch({ url: to(`${at('other.test')}/end`) });
    assert.equal(absolute.url, `${at('other.test')}/end`);
  });

  it('are returned as the response if `maxRedirects` is 0', async () => {
    const response = await client.fetch({ url: to('/end'), maxRedirects: 0 });
    assert.equal(response.status, 302);
    assert.equal(response.headers['location'], '/end');
  });

  const refused: [string, string][] = [
    ['http://127.0.0.2/', 'address_refused'],
    ['http://169.254.169.254/latest/meta-data/', 'address_refused'],
    ['http://[::ffff:a9fe:a9fe]/', 'address_refused'],
    ['//private.test/', 'address_refused'],
    ['http://localhost:1@evil.test/', 'invalid_url'],
    ['http://user:pw@good.test/', 'invalid_url'],
    ['file:///etc/passwd', 'invalid_url'],
    ['javascript:1', 'invalid_url'],
    ['http://[bad', 'invalid_url'],
  ];
  for (const [location, code] of refused) {
    it(`to ${location} are refused`, () =>
      assert.rejects(client.fetch({ url: to(location) }), { code }));
  }

  it('in a loop fail after the allowed number', async () => {
    await assert.rejects(client.fetch({ url: `${at('good.test')}/loop?n=0` }), {
      code: 'too_many_redirects',
      message: /more than 5 times/,
    });
    const twice = to(to('/end'));
    assert.equal((await client.fetch({ url: twice, maxRedirects: 2 })).status, 200);
    await assert.rejects(client.fetch({ url: twice, maxRedirects: 1 }), {
      code: 'too_many_redirects',
    });
  });

  const methods: [number, 'POST' | 'PUT' | 'HEAD' | 'GET', string, string][] = [
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [302, 'PUT', 'PUT', 'payload'],
    [307, 'POST', 'POST', 'payload'],
    [308, 'POST', 'POST', 'payload'],
  ];
  for (const [status, method, expected, body] of methods) {
    it(`by ${status} turn ${method} into ${expected}`, async () => {
      const headers = { 'content-type': 'text/plain', 'x-keep': 'yes' };
      const sent = await arrived({ url: to('/end', status), method, headers, body: 'payload' });
      assert.equal(sent.method, expected);
      assert.equal(sent.body, body);
      assert.equal(sent.headers['content-type'], body ? 'text/plain' : undefined);
      assert.equal(sent.headers['x-keep'], 'yes');
    });
  }

  it('send a streamed body again', async () => {
    const body = async function* () {
      yield Buffer.from('again');
    };
    const sent = await arrived({ url: to('/end', 307), method: 'PUT', body });
    assert.equal(sent.body, 'again');
  });

  it('keep credentials within the origin; after another origin they are not sent again', async () => {
    const headers = {
      Authorization: 'Bearer secret',
      Cookie: 'session=secret',
      'X-Api-Key': 'secret',
      'X-Other': 'kept',
    };
    const secretHeaders = ['x-API-key'];
    const same = await arrived({ url: to('/end'), headers, secretHeaders });
    assert.equal(same.headers.authorization, 'Bearer secret');
    assert.equal(same.headers['x-api-key'], 'secret');
    const back = to(to(`${at('good.test')}/end`, 302, at('other.test')));
    for (const url of [to(`${at('other.test')}/end`), back]) {
      const across = await arrived({ url, headers, secretHeaders });
      assert.doesNotMatch(JSON.stringify(across), /secret/);
      assert.equal(across.headers['x-other'], 'kept');
    }
  });

  it('from https to http need a listed target', async () => {
    const from = `https://good.test:${secure.port}`;
    const listed = await client.fetch({ url: to(`${at('good.test')}/end`, 302, from) });
    assert.equal(listed.status, 200);
    await assert.rejects(client.fetch({ url: to('http://public.test/', 302, from) }), {
      code: 'downgrade_refused',
    });
    const detour = to(to('http://public.test/'), 302, from);
    await assert.rejects(client.fetch({ url: detour }), { code: 'downgrade_refused' });
  });

  it('obey the strict rules on every hop', () =>
    assert.rejects(client.fetch({ url: to('http://public.test/'), requireTls: true }), {
      code: 'tls_required',
    }));
});
