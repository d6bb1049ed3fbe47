import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AffinitySnapshot } from '../../contracts/snapshot/load-balancing-section.ts';
import { sessionCookie, sessionOf } from './session.ts';

const TOKEN = '0123456789abcdef0123';
const base: AffinitySnapshot = {
  kind: 'cookie',
  ttlSeconds: 60,
  headers: [],
  requireAllHeaders: false,
  sameSite: 'Auto',
  secure: 'Auto',
  drainSeconds: 0,
  zeroDowntimeFailover: 'none',
};
const requestOf = (headers: Record<string, string> = {}) => ({
  clientAddress: '9.9.9.9',
  header: (name: string) => headers[name],
});

describe('a session', () => {
  for (const [name, cookie, token] of [
    ['alone', `__cflb=${TOKEN}`, TOKEN],
    ['among others', `a=1; __cflb=${TOKEN}; b=2`, TOKEN],
    ['whose name only ends like ours', `x__cflb=${TOKEN}`, undefined],
    ['that is too short', '__cflb=0123', undefined],
    ['that is too long', `__cflb=${TOKEN}0`, undefined],
    ['in capital letters', `__cflb=${TOKEN.toUpperCase()}`, undefined],
  ] as const) {
    it(`${token ? 'has' : 'does not have'} the token of a cookie ${name}`, () => {
      const { token: got } = sessionOf(requestOf({ cookie }), base);
      assert.equal(got, token);
    });
  }

  it('starts with the address as key with ip_cookie', () => {
    const session = sessionOf(requestOf(), { ...base, kind: 'ip_cookie' });
    assert.deepEqual(session, { token: undefined, key: '9.9.9.9', setsCookie: true });
  });

  it('has a key from headers, with requireAllHeaders only if all are present', () => {
    const some: AffinitySnapshot = { ...base, kind: 'header', headers: ['x-a', 'x-b'] };
    const all = { ...some, requireAllHeaders: true };
    assert.equal(sessionOf(requestOf(), some).key, undefined);
    assert.equal(sessionOf(requestOf({ 'x-a': '1' }), all).key, undefined);
    const first = sessionOf(requestOf({ 'x-a': '1' }), some).key;
    assert.ok(first);
    assert.notEqual(sessionOf(requestOf({ 'x-b': '1' }), some).key, first);
    assert.equal(sessionOf(requestOf({ 'x-a': '1' }), some).setsCookie, false);
  });

  it('does not exist without affinity', () => {
    const session = sessionOf(requestOf({ cookie: `__cflb=${TOKEN}` }), { ...base, kind: 'none' });
    assert.deepEqual(session, { token: undefined, key: undefined, setsCookie: false });
  });
});

describe('the cookie of a session', () => {
  for (const [affinity, isTls, end] of [
    [{}, false, 'SameSite=Lax'],
    [{}, true, 'SameSite=None; Secure'],
    [{ secure: 'Always' }, false, 'SameSite=None; Secure'],
    [{ secure: 'Never' }, true, 'SameSite=Lax'],
    [{ sameSite: 'Strict' }, true, 'SameSite=Strict; Secure'],
  ] as const) {
    it(`${JSON.stringify(affinity)} over ${isTls ? 'TLS' : 'plain HTTP'} ends in ${end}`, () => {
      assert.equal(
        sessionCookie(TOKEN, { ...base, ...affinity }, isTls),
        `__cflb=${TOKEN}; Path=/; Max-Age=60; HttpOnly; ${end}`,
      );
    });
  }
});
