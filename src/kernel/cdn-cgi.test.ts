import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasCdnCgiPath } from './cdn-cgi.ts';

describe('a path of the edge', () => {
  const rows: readonly (readonly [string, boolean])[] = [
    ['https://shop.test/cdn-cgi/challenge/worker.js', true],
    ['https://shop.test:8443/cdn-cgi/x?y', true],
    ['https://evil.test/skim.js?/cdn-cgi/', false],
    ['https://evil.test/skim.js#/cdn-cgi/', false],
    ['https://evil.test/a/cdn-cgi/skim.js', false],
    ['https://cdn-cgi/skim.js', false],
    ['https://evil.test/cdn-cgi', false],
    ['inline', false],
    ['', false],
  ];
  for (const [url, expected] of rows) {
    it(`${url || '(nothing)'}: ${expected}`, () => assert.equal(hasCdnCgiPath(url), expected));
  }
});
