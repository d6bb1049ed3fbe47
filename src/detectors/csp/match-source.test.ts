import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyHostSource } from './fixtures/any-policy.ts';
import { allowsUrl } from './match-source.ts';
import { parsePolicy } from './parse-policy.ts';
import { printSource } from './source-expression.ts';

const HTTPS = 'https://www.shop.test/cart';
const HTTP = 'http://www.shop.test/cart';

function allows(sources: string, url: string, page: string, isRedirected = false): boolean {
  const [directive] = parsePolicy(`script-src ${sources}`).directives;
  assert.ok(directive);
  return allowsUrl(directive, new URL(url), new URL(page), { isRedirected });
}

describe('source list', () => {
  const yes = true;
  const no = false;
  const rows: readonly [sources: string, url: string, page: string, allowed: boolean][] = [
    ['', 'https://a.test/', HTTPS, no],
    ["'none'", 'https://a.test/', HTTPS, no],
    // Anything.
    ['*', 'https://a.test:8443/x', HTTPS, yes],
    ['*', 'http://a.test/x', HTTPS, yes],
    ['*', 'wss://a.test/x', HTTPS, yes],
    ['*', 'data:text/plain,x', HTTPS, no],
    ['*', 'blob:https://www.shop.test/1', HTTPS, no],
    ['*', 'http://127.0.0.1/', HTTPS, yes],
    // Schemes, with upgrades.
    ['https:', 'https://a.test/', HTTPS, yes],
    ['https:', 'http://a.test/', HTTPS, no],
    ['http:', 'https://a.test/', HTTPS, yes],
    ['HTTP:', 'https://a.test/', HTTPS, yes],
    ['ws:', 'wss://a.test/', HTTPS, yes],
    ['wss:', 'ws://a.test/', HTTPS, no],
    ['wss:', 'wss://a.test/', HTTPS, yes],
    ['https:', 'wss://a.test/', HTTPS, yes],
    ['data:', 'data:text/plain,x', HTTPS, yes],
    ['https://a.test', 'http://a.test/', HTTPS, no],
    ['http://a.test', 'https://a.test/', HTTPS, yes],
    ['a.test', 'http://a.test/', HTTPS, no],
    ['a.test', 'https://a.test/', HTTP, yes],
    ['a.test', 'http://a.test/', HTTP, yes],
    ['a.test', 'wss://a.test/', HTTPS, yes],
    // Hosts: one without a wildcard matches only itself, neither its parent nor subdomains.
    ['a.test', 'https://A.TEST/', HTTPS, yes],
    ['A.Test', 'https://a.test/', HTTPS, yes],
    ['a.test', 'https://b.a.test/', HTTPS, no],
    ['b.a.test', 'https://a.test/', HTTPS, no],
    ['*.a.test', 'https://b.a.test/', HTTPS, yes],
    ['*.a.test', 'https://c.b.a.test/', HTTPS, yes],
    ['*.a.test', 'https://a.test/', HTTPS, no],
    ['*.a.test', 'https://xa.test/', HTTPS, no],
    ['https://*', 'https://a.test/', HTTPS, yes],
    ['https://*', 'https://a.test:8443/', HTTPS, no],
    ['*:8443', 'https://a.test:8443/', HTTPS, yes],
    ['127.0.0.1', 'https://127.0.0.1/', HTTPS, yes],
    ['*.0.0.1', 'https://127.0.0.1/', HTTPS, no],
    ['https://*', 'https://127.0.0.1/', HTTPS, no],
    ['a.test.', 'https://a.test/', HTTPS, no],
    ['a.test.', 'https://a.test./', HTTPS, yes],
    // Ports.
    ['a.test', 'https://a.test:443/', HTTPS, yes],
    ['a.test', 'https://a.test:8443/', HTTPS, no],
    ['a.test:443', 'https://a.test/', HTTPS, yes],
    ['a.test:0443', 'https://a.test/', HTTPS, yes],
    ['a.test:80', 'https://a.test/', HTTPS, no],
    ['a.test:*', 'https://a.test:8443/', HTTPS, yes],
    ['wss://a.test:443', 'wss://a.test/', HTTPS, yes],
    // Paths.
    ['a.test/', 'https://a.test/x/y', HTTPS, yes],
    ['a.test/x', 'https://a.test/x', HTTPS, yes],
    ['a.test/x', 'https://a.test/x/', HTTPS, no],
    ['a.test/x', 'https://a.test/x/y', HTTPS, no],
    ['a.test/x/', 'https://a.test/x/y', HTTPS, yes],
    ['a.test/x/', 'https://a.test/x/', HTTPS, yes],
    ['a.test/x/', 'https://a.test/x', HTTPS, no],
    ['a.test/X', 'https://a.test/x', HTTPS, no],
    ['a.test/x.js', 'https://a.test/x.js?v=1', HTTPS, yes],
    ['a.test/%78.js', 'https://a.test/x.js', HTTPS, yes],
    ['a.test/a%2Fb', 'https://a.test/a/b', HTTPS, no],
    ['a.test/a%2Fb', 'https://a.test/a%2fb', HTTPS, yes],
    // The site itself.
    ["'self'", 'https://www.shop.test/x', HTTPS, yes],
    ["'self'", 'https://www.shop.test/x', HTTP, yes],
    ["'self'", 'http://www.shop.test/x', HTTPS, no],
    ["'self'", 'https://shop.test/x', HTTPS, no],
    ["'self'", 'https://www.shop.test:8443/x', HTTPS, no],
    ["'self'", 'wss://www.shop.test/x', HTTPS, yes],
    ["'self'", 'ws://www.shop.test/x', HTTP, yes],
    ["'self'", 'https://www.shop.test:8080/', 'http://www.shop.test:8080/', yes],
    ["'self'", 'http://www.shop.test:81/', HTTP, no],
    // Sources that never match URLs.
    ["'unsafe-inline'", 'https://a.test/', HTTPS, no],
    ["'sha256-YWJj'", 'https://a.test/', HTTPS, no],
    // One of several is enough.
    ["'self' a.test b.test", 'https://b.test/', HTTPS, yes],
  ];
  for (const [sources, url, page, allowed] of rows) {
    it(`${sources || 'nothing'} ${allowed ? 'allows' : 'refuses'} ${url} on ${page}`, () =>
      assert.equal(allows(sources, url, page), allowed));
  }

  it('ignores only paths after a redirect', () => {
    assert.equal(allows('a.test/x', 'https://a.test/y', HTTPS, true), true);
    assert.equal(allows('a.test/x', 'https://b.test/x', HTTPS, true), false);
    assert.equal(allows('a.test:81/x', 'https://a.test/x', HTTPS, true), false);
  });

  it('agrees with a reference implementation for any host source and URL', () => {
    const urls = fc
      .tuple(
        fc.constantFrom('http', 'https'),
        fc.constantFrom('a', 'b.a', 'c.b.a', 'a.test', 'x-1'),
        fc.constantFrom('', ':80', ':443', ':8080'),
        fc.constantFrom('/', '/a', '/a/', '/a/b', '/%61', '/z/9'),
      )
      .map(([scheme, host, port, path]) => new URL(`${scheme}://${host}${port}${path}`));
    const near = fc.record({
      kind: fc.constant('host' as const),
      scheme: fc.constantFrom(undefined, 'http', 'https'),
      host: fc.constantFrom('*', 'a', '*.a', 'b.a', 'A.test', '*.test'),
      port: fc.constantFrom(undefined, '*', '80', '443', '8080'),
      path: fc.constantFrom(undefined, '/', '/a', '/a/', '/%61', '/z/'),
    });
    const page = new URL(HTTPS);
    fc.assert(
      fc.property(fc.oneof(near, anyHostSource), urls, (source, url) => {
        const actual = allows(printSource(source), url.href, page.href);
        assert.equal(actual, plainly(source, url), `${printSource(source)} on ${url}`);
      }),
      { numRuns: 2_000 },
    );
  });
});

/** A reference implementation that lists everything that a source covers. */
function plainly(
  source: {
    scheme?: string | undefined;
    host: string;
    port?: string | undefined;
    path?: string | undefined;
  },
  url: URL,
): boolean {
  if (
    printSource({
      kind: 'host',
      scheme: undefined,
      port: undefined,
      path: undefined,
      ...source,
    }) === '*'
  ) {
    return true;
  }
  const scheme = url.protocol.slice(0, -1);
  const schemes: Record<string, string[]> = {
    http: ['http', 'https'],
    https: ['https'],
    ws: ['http', 'https'],
    wss: ['https'],
  };
  if (!schemes[(source.scheme ?? 'https').toLowerCase()]?.includes(scheme)) return false;
  const labels = url.hostname.split('.');
  const parents = labels.map((_, n) => ['*', ...labels.slice(n + 1)].join('.'));
  const covered = [url.hostname, ...parents, '*'];
  if (!covered.includes(source.host.toLowerCase())) return false;
  const usual = scheme === 'https' ? '443' : '80';
  const port = url.port || usual;
  if (source.port !== '*' && Number(source.port ?? usual) !== Number(port)) return false;
  if (source.path === undefined) return true;
  const written = source.path.replaceAll('%61', 'a').replaceAll('%2F', '\u0001');
  const path = url.pathname.replaceAll('%61', 'a');
  return written.endsWith('/') ? path.startsWith(written) : path === written;
}
