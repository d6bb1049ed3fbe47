import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readOrigin } from './site-origin.ts';

for (const [text, address, port, scheme] of [
  ['http://127.0.0.1:3000', '127.0.0.1', 3000, 'http'],
  [' https://origin.test/ ', 'origin.test', 443, 'https'],
  ['http://[::1]:81', '::1', 81, 'http'],
  ['http://origin.test', 'origin.test', 80, 'http'],
] as const) {
  it(`reads ${text}`, () => {
    const { name, ...origin } = readOrigin(text) ?? assert.fail();
    assert.deepEqual(origin, { address, port, scheme });
    assert.match(name, /^[\w.-]+$/);
  });
}

for (const text of ['', '127.0.0.1:3000', 'origin.test', 'ftp://a.test', 'http://a.test/path']) {
  it(`does not take "${text}" for an origin`, () => assert.equal(readOrigin(text), undefined));
}
