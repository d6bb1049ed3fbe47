import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { describe, it } from 'node:test';
import { ApiError } from './api-error.ts';
import { readCredential } from './credential.ts';

const TOKEN = 'pslu_0123456789';
const EMAIL = 'a@example.test';
const KEY = 'key-0123456789';

describe('readCredential', () => {
  const good: readonly [string, IncomingHttpHeaders, object][] = [
    ['a bearer token', { authorization: `Bearer ${TOKEN}` }, { kind: 'token', secret: TOKEN }],
    ['a lower-case scheme', { authorization: `bearer ${TOKEN}` }, { kind: 'token', secret: TOKEN }],
    [
      'every character of token68',
      { authorization: 'Bearer aZ09._~+/==-' },
      { kind: 'token', secret: 'aZ09._~+/==-' },
    ],
    [
      'an email and a key',
      { 'x-auth-email': EMAIL, 'x-auth-key': KEY },
      { kind: 'key', email: EMAIL, key: KEY },
    ],
    [
      'the bearer token when there is also a key',
      { authorization: `Bearer ${TOKEN}`, 'x-auth-email': EMAIL, 'x-auth-key': KEY },
      { kind: 'token', secret: TOKEN },
    ],
  ];
  for (const [what, headers, expected] of good) {
    it(`takes ${what}`, () => assert.deepEqual(readCredential(headers), expected));
  }

  const bad: readonly [string, IncomingHttpHeaders, number, number[]][] = [
    ['nothing', {}, 9106, []],
    ['an empty Authorization header', { authorization: '' }, 6003, [6111]],
    ['another scheme', { authorization: `Basic ${TOKEN}` }, 6003, [6111]],
    ['a scheme alone', { authorization: 'Bearer' }, 6003, [6111]],
    ['a bare token', { authorization: TOKEN }, 6003, [6111]],
    ['a token of 7 characters', { authorization: 'Bearer 1234567' }, 6003, [6111]],
    ['a token of 257 characters', { authorization: `Bearer ${'a'.repeat(257)}` }, 6003, [6111]],
    ['two spaces', { authorization: `Bearer  ${TOKEN}` }, 6003, [6111]],
    ['a trailing space', { authorization: `Bearer ${TOKEN} ` }, 6003, [6111]],
    ['a character outside token68', { authorization: `Bearer ${TOKEN}ü` }, 6003, [6111]],
    ['two tokens', { authorization: `Bearer ${TOKEN}, Bearer ${TOKEN}` }, 6003, [6111]],
    [
      'a bad token with a good key beside it',
      { authorization: 'Bearer x', 'x-auth-email': EMAIL, 'x-auth-key': KEY },
      6003,
      [6111],
    ],
    ['an email alone', { 'x-auth-email': EMAIL }, 6003, [6103]],
    ['a key alone', { 'x-auth-key': KEY }, 6003, [6102]],
    ['a bad email', { 'x-auth-email': 'nobody', 'x-auth-key': KEY }, 6003, [6102]],
    ['a bad key', { 'x-auth-email': EMAIL, 'x-auth-key': 'a b' }, 6003, [6103]],
    ['a key of 7 characters', { 'x-auth-email': EMAIL, 'x-auth-key': '1234567' }, 6003, [6103]],
    ['both wrong', { 'x-auth-email': '', 'x-auth-key': '' }, 6003, [6102, 6103]],
    [
      'a header sent twice',
      { 'x-auth-email': [EMAIL, EMAIL], 'x-auth-key': [KEY, KEY] },
      6003,
      [6102, 6103],
    ],
  ];
  for (const [what, headers, number, chain] of bad) {
    it(`refuses ${what} with ${[number, ...chain].join(' ← ')}`, () => {
      assert.throws(
        () => readCredential(headers),
        (error) => {
          assert.ok(error instanceof ApiError);
          assert.deepEqual([error.status, error.number], [400, number]);
          assert.deepEqual(
            (error.options.chain ?? []).map((cause) => cause.number),
            chain,
          );
          return true;
        },
      );
    });
  }
});
