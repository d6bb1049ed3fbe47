import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withoutKey } from './key-in-target.ts';

const cases: readonly (readonly [given: string, target: string, key: string | undefined])[] = [
  ['/v1/sepolia', '/v1/sepolia', undefined],
  ['/v1/sepolia/', '/v1/sepolia/', undefined],
  ['/v1/sepolia/abc', '/v1/sepolia', 'abc'],
  ['/v1/sepolia/abc/', '/v1/sepolia', 'abc'],
  ['/v1/sepolia/a%2Bb', '/v1/sepolia', 'a+b'],
  ['/v1/sepolia/%zz', '/v1/sepolia', '%zz'],
  ['/v1/sepolia/a/b', '/v1/sepolia/a/b', undefined],
  ['/v1/sepolia?key=abc', '/v1/sepolia', 'abc'],
  ['/v1/sepolia?a=1&key=abc&b=2', '/v1/sepolia?a=1&b=2', 'abc'],
  ['/v1/sepolia?k%65y=abc', '/v1/sepolia', 'abc'],
  ['/v1/sepolia?key', '/v1/sepolia', 'key'],
  ['/v1/sepolia?key=one&key=two', '/v1/sepolia', 'one'],
  ['/v1/sepolia/path?key=query', '/v1/sepolia', 'path'],
  ['/v1/sepolia?monkey=1', '/v1/sepolia?monkey=1', undefined],
  ['/other/abc', '/other/abc', undefined],
];

describe('an access key in a target', () => {
  for (const [given, target, key] of cases) {
    it(`is taken out of ${given}`, () => assert.deepEqual(withoutKey(given), { target, key }));
  }
});
