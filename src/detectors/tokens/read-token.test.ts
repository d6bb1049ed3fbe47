import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { LONGEST_TOKEN, readToken } from './read-token.ts';

const encode = (text: string) => Buffer.from(text).toString('base64url');
const tokenOf = (header: unknown, claims: unknown) =>
  `${encode(JSON.stringify(header))}.${encode(JSON.stringify(claims))}.AAAA`;

describe('reading tokens', () => {
  it('returns the values of any header and claims, and refuses other JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.string(), (header, claims, alg) => {
        const isObject = (value: unknown) =>
          typeof value === 'object' && value !== null && !Array.isArray(value);
        const head = isObject(header) ? { ...(header as object), alg } : header;
        const token = tokenOf(head, claims);
        const read = readToken(`Bearer ${token}`);
        const isToken = isObject(head) && isObject(claims) && token.length < LONGEST_TOKEN - 7;
        assert.equal(read?.alg, isToken ? alg : undefined);
        assert.equal(read?.text, isToken ? token : undefined);
      }),
    );
  });

  it('never throws, for any text', () => {
    const part = fc.oneof(fc.string(), fc.base64String(), fc.json().map(encode));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
        const text = parts.join('.');
        const read = readToken(text);
        assert.ok(read === undefined || read.text === text.replace(/^bearer +/i, '').trim());
      }),
    );
  });

  it('keeps claims of their standard types only', () => {
    const claims = { aud: 'a', iss: 'é', jti: 5, sub: ['b'], iat: 1.5, nbf: 2, exp: 3 };
    assert.deepEqual(readToken(tokenOf({ alg: 'x', kid: 'k', crit: [] }, claims)), {
      text: tokenOf({ alg: 'x', kid: 'k', crit: [] }, claims),
      alg: 'x',
      kid: 'k',
      hasCritical: true,
      claims: {
        aud: ['a'],
        // Bytes of UTF-8, as everywhere in expressions.
        iss: ['Ã©'],
        'iat.sec': [1],
        'nbf.sec': [2],
        validFrom: 2,
        validUntil: 3,
      },
    });
  });
});
