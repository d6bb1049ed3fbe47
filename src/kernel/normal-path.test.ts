import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { normalPath } from './normal-path.ts';

const table: readonly [sent: string, normal: string][] = [
  ['/', '/'],
  ['/admin', '/admin'],
  ['/%61dmin', '/admin'],
  ['//admin', '/admin'],
  ['///a////b//', '/a/b/'],
  ['/./admin', '/admin'],
  ['/x/../admin', '/admin'],
  ['/x/%2e%2E/admin', '/admin'],
  ['/../../admin', '/admin'],
  ['/x/..', '/'],
  ['/a/x/..', '/a/'],
  ['/a/.', '/a/'],
  ['/a/./', '/a/'],
  ['/\\admin', '/admin'],
  ['/a\\..\\b', '/b'],
  ['/.well-known/x', '/.well-known/x'],
  ['/a/...', '/a/...'],
  ['/a..b/.c', '/a..b/.c'],
  ['/a%2fb', '/a%2Fb'],
  ['/a%00b', '/a%00b'],
  ['/caf%c3%a9', '/caf%C3%A9'],
  ['/100%', '/100%'],
  ['/%zz', '/%zz'],
  ['/%%61a', '/%%61a'],
  ['/%6%31', '/%6%31'],
  ['/%%7Aa', '/%za'],
  ['/%61%62', '/ab'],
];

describe('the normal form of a path', () => {
  for (const [sent, normal] of table) {
    it(`of ${sent} is ${normal}`, () => assert.equal(normalPath(sent, 'cloudflare'), normal));
  }

  it('keeps backslashes and repeated slashes with the type rfc3986', () => {
    assert.equal(normalPath('/a//b\\c/%2e%2E/%64', 'rfc3986'), '/a//d');
    assert.equal(normalPath('/a\\..\\b', 'rfc3986'), '/a\\..\\b');
  });

  it('is its own normal form, and has no second spelling of a slash or dot segment', () => {
    const piece = fc.constantFrom('/', '\\', '.', '..', '%2e', '%61', 'a', '6', '%31', '%2F', '%');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12, size: 'max' }), (pieces) => {
        const normal = normalPath(`/${pieces.join('')}`, 'cloudflare');
        assert.equal(normalPath(normal, 'cloudflare'), normal);
        assert.doesNotMatch(normal, /\/\/|\\|\/\.\.?(?:\/|$)/);
      }),
      { numRuns: 2_000 },
    );
  });
});
