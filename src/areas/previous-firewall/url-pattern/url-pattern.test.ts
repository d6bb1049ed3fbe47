import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { holdsForUrl } from '../fixtures/url-condition.ts';
import { urlPatternExpression, urlPatternProblem } from './url-pattern.ts';

const matches = (pattern: string, url: URL) => holdsForUrl(urlPatternExpression(pattern), url);

const expressions = [
  ['example.com', 'http.host eq "example.com" and http.request.uri eq "/"'],
  ['example.com/', 'http.host eq "example.com" and http.request.uri eq "/"'],
  ['EXAMPLE.com/A', 'http.host eq "example.com" and http.request.uri eq "/A"'],
  ['example.com/*', 'http.host eq "example.com"'],
  ['example.com*', 'http.host strict wildcard "example.com*"'],
  ['*', 'true'],
  ['*/*', 'true'],
  ['*.example.com/*', 'http.host strict wildcard "*.example.com"'],
  ['*/a*b', 'http.request.uri strict wildcard "/a*b"'],
  ['example.com/foo/*', 'http.host eq "example.com" and http.request.uri strict wildcard "/foo/*"'],
  ['https://example.com/*', 'ssl and http.host eq "example.com"'],
  [
    'http://example.com:8080/a?b=1',
    'not ssl and http.host eq "example.com" and cf.edge.server_port eq 8080 and http.request.uri eq "/a?b=1"',
  ],
  ['example.com/a**', 'http.host eq "example.com" and http.request.uri strict wildcard "/a*"'],
] as const;

const verdicts = [
  ['example.com/foo/*', 'http://example.com/foo/', true],
  ['example.com/foo/*', 'http://example.com/foo/a?b', true],
  ['example.com/foo/*', 'http://example.com/foo', false],
  ['example.com/foo', 'http://example.com/foo?b', false],
  ['example.com/foo*', 'https://example.com/foo?b', true],
  ['example.com/foo', 'http://example.com/FOO', false],
  ['https://example.com/*', 'http://example.com/', false],
  ['example.com:8443/*', 'https://example.com/', false],
  ['example.com:443/*', 'https://example.com/', true],
  ['*.example.com/*', 'https://example.com/', false],
  ['*.example.com/*', 'https://a.b.example.com/', true],
] as const;

const refused = [
  ['', /name a host/],
  ['/path', /name a host/],
  ['ftp://example.com/', /begin with "http/],
  ['example.com:81/', /ports 80, 443, 8080, 8443/],
  ['example.com:/', /ports/],
  ['[::1]/', /host of letters/],
  ['exa mple.com/', /host of letters/],
  ['bücher.test/', /xn--/],
  ['example..com/', /host of letters/],
  ['example.com/a b', /" ", which must be percent-encoded/],
  ['example.com/a"', /percent-encoded/],
  ['example.com/a\\', /percent-encoded/],
  ['example.com/a|b', /percent-encoded/],
  ['example.com/ä', /percent-encoded/],
  ['example.com/a\n', /percent-encoded/],
  ['example.com/#a', /not part of requests/],
  ['example.com?a', /path before its query/],
  ['*.example.com/*/*/*/*', /at most 4 "\*", and it has 5/],
  [`example.com/${'a'.repeat(1024)}`, /at most 1024/],
] as const;

describe('URL patterns', () => {
  for (const [pattern, expression] of expressions) {
    it(`become expressions: ${pattern}`, () => {
      assert.equal(urlPatternProblem(pattern), undefined);
      assert.equal(urlPatternExpression(pattern), expression);
    });
  }

  for (const [pattern, url, result] of verdicts) {
    it(`${pattern} ${result ? 'matches' : 'does not match'} ${url}`, () => {
      assert.equal(matches(pattern, new URL(url)), result);
    });
  }

  for (const [pattern, problem] of refused) {
    it(`are refused: ${JSON.stringify(pattern.slice(0, 40))}`, () => {
      assert.match(urlPatternProblem(pattern) ?? '', problem);
    });
  }

  it('match like a plain matcher of the same pattern', () => {
    const of = (...chars: string[]) =>
      fc.array(fc.constantFrom(...chars), { maxLength: 5 }).map((all) => all.join(''));
    const address = fc.record({
      scheme: fc.constantFrom('http', 'https'),
      host: of('a', 'b.', 'b').map((text) => `${text.replaceAll('..', '.')}c`),
      port: fc.constantFrom('', ':8080'),
      path: of('a', 'A', '/', '?', '%20').map((text) => `/${text}`),
    });
    const starred = fc.record({
      scheme: fc.constantFrom('', 'http://', 'https://'),
      host: of('a', 'b.', '*').map((text) => `${text}c`),
      port: fc.constantFrom('', ':8080', ':443'),
      path: of('a', 'A', '/', '*', '?').map((text) => `/${text}`),
    });
    fc.assert(
      fc.property(starred, address, (pattern, visit) => {
        const text = pattern.scheme + pattern.host + pattern.port + pattern.path;
        fc.pre(urlPatternProblem(text) === undefined);
        const url = new URL(`${visit.scheme}://${visit.host}${visit.port}${visit.path}`);
        // An empty query is not part of the text of a URL object.
        fc.pre(url.pathname + url.search === visit.path);
        const port = url.port || (visit.scheme === 'https' ? '443' : '80');
        const expected =
          (pattern.scheme === '' || pattern.scheme === `${visit.scheme}://`) &&
          (pattern.port === '' || pattern.port === `:${port}`) &&
          isLike(pattern.host, visit.host) &&
          isLike(pattern.path, visit.path);
        assert.equal(matches(text, url), expected, `${text} ${url.href}`);
      }),
    );
  });

  it('are refused or become valid expressions', () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 });
    const around = fc.tuple(fc.constantFrom('', 'a.test/', 'https://a.test:443/'), text);
    fc.assert(
      fc.property(around, ([prefix, rest]) => {
        if (urlPatternProblem(prefix + rest) !== undefined) return;
        matches(prefix + rest, new URL('http://a.test/'));
      }),
    );
  });
});

/** Tries every length for a star. */
function isLike(pattern: string, text: string): boolean {
  if (pattern === '') return text === '';
  if (pattern[0] !== '*') return text[0] === pattern[0] && isLike(pattern.slice(1), text.slice(1));
  return Array.from({ length: text.length + 1 }, (_, n) => text.slice(n)).some((rest) =>
    isLike(pattern.slice(1), rest),
  );
}
