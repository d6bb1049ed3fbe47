import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { sqlite } from '../../../test/support/databases.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { openTestApi, type TestApi } from '../../../test/support/test-api.ts';
import { dashboardAddress, dashboardSite } from './dashboard-site.ts';

const PAGE = '<!doctype html><meta property="csp-nonce" nonce="__CSP_NONCE__">';
const SCRIPT = 'console.log("dashboard");';
const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8';
const zoneId = 'ab'.repeat(16);

describe('the dashboard at /', () => {
  const folder = tempFolder();
  let api: TestApi;

  before(async () => {
    mkdirSync(join(folder.path, 'assets'));
    const script = join(folder.path, 'assets', 'main-1234.js');
    writeFileSync(join(folder.path, 'index.html'), PAGE);
    writeFileSync(script, SCRIPT);
    writeFileSync(`${script}.br`, brotliCompressSync(SCRIPT));
    writeFileSync(`${script}.gz`, gzipSync(SCRIPT));
    api = await openTestApi(sqlite, { website: dashboardSite(folder.path) });
  });
  after(async () => {
    await api.close();
    folder.remove();
  });

  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    api.app.inject({ method, url, headers });

  for (const [path, accept] of [
    ['/', '*/*'],
    ['/', HTML],
    ['/?since=-1h', HTML],
    ['/zones', HTML],
    [`/zones/${zoneId}/security/events?since=-1h`, HTML],
    ['/zones/', HTML],
    ['//evil.example/x', HTML],
  ] as const) {
    it(`serves its page at ${path} for ${accept}`, async () => {
      const response = await get(path, { accept });
      assert.equal(response.statusCode, 200);
      assert.equal(response.headers['content-type'], 'text/html; charset=utf-8');
      assert.equal(response.headers['cache-control'], 'no-store');
      assert.equal(response.headers['x-content-type-options'], 'nosniff');
      assert.equal(response.headers['referrer-policy'], 'same-origin');
      const policy = String(response.headers['content-security-policy']);
      const nonce = /'nonce-([\w-]+)'/.exec(policy)?.[1];
      assert.equal(response.body, PAGE.replace('__CSP_NONCE__', String(nonce)));
      assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self' 'nonce-/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /unsafe|\*|https?:/);
    });
  }

  for (const [path, accept] of [
    ['/zones', '*/*'],
    ['/zones', 'application/json'],
    ['/client', HTML],
    ['/client/v4', HTML],
    ['/client/v4/nothing', HTML],
    ['/client/v5/zones', HTML],
    ['/docs/more', HTML],
    ['/metrics/', HTML],
    ['/healthz/x', HTML],
    ['/favicon.ico', HTML],
    ['/assets/gone-5678.js', HTML],
    ['/assets/main-1234.js.br', HTML],
    ['/assets/../index.html', HTML],
    ['/assets/..%2findex.html', HTML],
    ['/..%2f..%2fpackage.json', HTML],
    ['/index.html', HTML],
  ] as const) {
    it(`leaves ${path} for ${accept} to the API, which has no such route`, async () => {
      const response = await get(path, { accept });
      assert.equal(response.statusCode, 404);
      assert.equal(response.json().errors[0].code, 7003);
    });
  }

  it('serves assets compressed, as the client accepts it, to be kept for ever', async () => {
    const accepted = async (coding: string) => {
      const response = await get('/assets/main-1234.js', { 'accept-encoding': coding });
      assert.equal(response.headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.equal(response.headers['content-type'], 'text/javascript; charset=utf-8');
      assert.equal(response.headers['vary'], 'accept-encoding');
      assert.match(String(response.headers['content-security-policy']), /default-src 'none'/);
      return response;
    };
    const brotli = await accepted('gzip, deflate, br');
    assert.equal(brotli.headers['content-encoding'], 'br');
    assert.equal(brotliDecompressSync(brotli.rawPayload).toString(), SCRIPT);
    const gzipped = await accepted('gzip, br;q=0');
    assert.equal(gzipped.headers['content-encoding'], 'gzip');
    assert.equal(gunzipSync(gzipped.rawPayload).toString(), SCRIPT);
    const plain = await accepted('');
    assert.equal(plain.headers['content-encoding'], undefined);
    assert.equal(plain.body, SCRIPT);
  });

  it('responds to HEAD', async () => {
    const response = await get('/', {}, 'HEAD');
    assert.equal(response.statusCode, 200);
    assert.equal(response.headers['content-length'], String(response.body.length));
  });

  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'] as const) {
    it(`refuses ${method}`, async () => {
      for (const url of ['/', '/assets/main-1234.js']) {
        const response = await api.app.inject({ method, url });
        assert.equal(response.statusCode, 405);
        assert.equal(response.headers['allow'], 'GET, HEAD');
        assert.equal(response.json().errors[0].code, 7001);
      }
    });
  }
});

describe('the dashboard that is not built', () => {
  it('says what to run, and serves the files once they are there', async () => {
    const folder = tempFolder();
    const api = await openTestApi(sqlite, { website: dashboardSite(folder.path) });
    const announced = () => dashboardAddress('http://127.0.0.1:8787', folder.path);
    const missing = await api.app.inject({ url: '/' });
    assert.equal(missing.statusCode, 503);
    assert.match(missing.body, /npm run build/);
    assert.match(announced(), /^not built yet: run "npm run build"/);
    writeFileSync(join(folder.path, 'index.html'), PAGE);
    assert.equal((await api.app.inject({ url: '/' })).statusCode, 200);
    assert.equal(announced(), 'http://127.0.0.1:8787/');
    await api.close();
    folder.remove();
  });
});
