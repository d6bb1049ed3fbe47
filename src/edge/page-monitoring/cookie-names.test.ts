import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cookieNames, parseSetCookie } from './cookie-names.ts';

const none = { secure: false, httpOnly: false };

describe('cookies without their values', () => {
  const sent: readonly (readonly [string, readonly string[]])[] = [
    ['a=1', ['a']],
    ['a=1; b=2', ['a', 'b']],
    ['a=1;b=x=y;  c="d"', ['a', 'b', 'c']],
    ['a=', ['a']],
    ['secret', []],
    ['=secret; a=1', ['a']],
    ['', []],
    [';;; ;', []],
    [`${'n'.repeat(1_025)}=1; a=1`, ['a']],
    ['b\tc=1; d\x9be=2; a=1', ['a']],
  ];
  for (const [header, names] of sent) {
    it(`Cookie: ${header.slice(0, 30)}`, () => {
      assert.deepEqual(cookieNames(header), names);
    });
  }

  it('reads a hundred cookies of one request', () => {
    const header = Array.from({ length: 300 }, (_, n) => `c${n}=1`).join('; ');
    assert.equal(cookieNames(header).length, 100);
  });

  const set: readonly (readonly [string, unknown])[] = [
    ['a=secret', { name: 'a', attributes: none }],
    [
      'sid=x; Domain=.Shop.test; Path=/cart; Max-Age=60; SameSite=Lax; Secure; HttpOnly',
      {
        name: 'sid',
        attributes: {
          domain: 'shop.test',
          path: '/cart',
          maxAge: 60,
          sameSite: 'lax',
          secure: true,
          httpOnly: true,
        },
      },
    ],
    [
      'a=1; expires=Wed, 21-Oct-2026 07:28:00 GMT',
      { name: 'a', attributes: { ...none, expiresAt: Date.UTC(2026, 9, 21, 7, 28) } },
    ],
    [
      'a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; max-age=-1',
      { name: 'a', attributes: { ...none, expiresAt: Date.UTC(2026, 9, 21, 7, 28), maxAge: -1 } },
    ],
    [
      'a=1; Path=x; Path=; Max-Age=1e3; SameSite=maybe; Expires=never; Domain=.; Partitioned',
      { name: 'a', attributes: none },
    ],
    [
      'a=1; SameSite=strict; SameSite=None',
      { name: 'a', attributes: { ...none, sameSite: 'none' } },
    ],
    ['a=1; Expires=-1', { name: 'a', attributes: none }],
    ['a=1; Expires=0', { name: 'a', attributes: none }],
    ['a=1; Path=/x\ty; Domain=a\x85b', { name: 'a', attributes: none }],
    ['a\tb=1', undefined],
    ['secret', undefined],
    ['=secret', undefined],
    ['', undefined],
  ];
  for (const [header, expected] of set) {
    it(`Set-Cookie: ${header.slice(0, 50)}`, () => {
      assert.deepEqual(parseSetCookie(header), expected);
    });
  }

  it('never returns a value', () => {
    const value = fc.stringMatching(/^[a-z0-9]{12,20}$/);
    fc.assert(
      fc.property(value, (secret) => {
        assert.ok(!JSON.stringify(parseSetCookie(`a=${secret}; Secure`)).includes(secret));
        assert.ok(!cookieNames(`a=${secret}; ${secret}`).join().includes(secret));
      }),
    );
  });
});
