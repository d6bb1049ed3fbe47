import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { normalTarget } from './normal-target.ts';

const table: readonly [sent: string, normal: string][] = [
  ['/', '/'],
  ['/admin', '/admin'],
  ['/%61dmin', '/admin'],
  ['/%61%64min?x=%61', '/admin?x=%61'],
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
  ['/a?b=/../c//d', '/a?b=/../c//d'],
];

describe('the normal form of a target', () => {
  for (const [sent, normal] of table) {
    it(`of ${sent} is ${normal}`, () => assert.equal(normalTarget(sent), normal));
  }

  it('is its own normal form, and has no second spelling of a slash or dot segment', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '%61',
      'a',
      '6',
      '%31',
      '%2F',
      '?',
      '%',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12, size: 'max' }), (pieces) => {
        const normal = normalTarget(`/${pieces.join('')}`);
        assert.equal(normalTarget(normal), normal);
        const [path = ''] = normal.split('?', 1);
        assert.doesNotMatch(path, /\/\/|\\|\/\.\.?(?:\/|$)/);
      }),
      { numRuns: 2_000 },
    );
  });
});
