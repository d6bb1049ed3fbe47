import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refusalOf, type Token, type TokenCondition, tokenStatus } from './token-model.ts';

const NOW = Date.UTC(2026, 0, 1);

const token = (overrides: Partial<Token> = {}): Token => ({
  id: 'token',
  owner: { type: 'user', id: 'user' },
  name: 'test',
  disabled: false,
  secretHash: '',
  policies: [],
  condition: null,
  notBefore: null,
  expiresOn: null,
  issuedAt: 0,
  modifiedAt: 0,
  lastUsedAt: null,
  managedBy: null,
  ...overrides,
});

describe('tokenStatus', () => {
  const rows: readonly [Partial<Token>, string][] = [
    [{}, 'active'],
    [{ disabled: true }, 'disabled'],
    [{ expiresOn: NOW + 1 }, 'active'],
    [{ expiresOn: NOW }, 'expired'],
    [{ expiresOn: NOW - 1 }, 'expired'],
    [{ expiresOn: NOW - 1, disabled: true }, 'expired'],
    [{ notBefore: NOW + 1 }, 'active'],
  ];
  for (const [overrides, status] of rows) {
    it(`is ${status} with ${JSON.stringify(overrides)}`, () => {
      assert.equal(tokenStatus(token(overrides), NOW), status);
    });
  }
});

describe('refusalOf', () => {
  const times: readonly [Partial<Token>, string | undefined][] = [
    [{}, undefined],
    [{ disabled: true }, 'the token is disabled'],
    [{ expiresOn: NOW }, 'the token is expired'],
    [{ notBefore: NOW + 1 }, 'the token is not valid yet'],
    [{ notBefore: NOW, expiresOn: NOW + 1 }, undefined],
  ];
  for (const [overrides, reason] of times) {
    it(`returns ${reason ?? 'no reason'} with ${JSON.stringify(overrides)}`, () => {
      assert.equal(refusalOf(token(overrides), NOW, '192.0.2.1'), reason);
    });
  }

  const addresses: readonly [TokenCondition | null, string, boolean][] = [
    [null, '192.0.2.1', true],
    [{}, '192.0.2.1', true],
    [{ request_ip: {} }, '192.0.2.1', true],
    [{ request_ip: { in: [] } }, '192.0.2.1', true],
    [{ request_ip: { in: ['192.0.2.0/24'] } }, '192.0.2.1', true],
    [{ request_ip: { in: ['192.0.2.0/24'] } }, '192.0.3.1', false],
    [{ request_ip: { in: ['192.0.2.0/24'] } }, '::ffff:192.0.2.1', true],
    [{ request_ip: { in: ['::ffff:192.0.2.0/120'] } }, '192.0.2.1', true],
    [{ request_ip: { in: ['2001:db8::/32', '192.0.2.1'] } }, '2001:db8::5', true],
    [{ request_ip: { not_in: ['192.0.2.0/24'] } }, '192.0.2.1', false],
    [{ request_ip: { not_in: ['192.0.2.0/24'] } }, '::ffff:c000:201', false],
    [{ request_ip: { not_in: ['::ffff:192.0.2.0/120'] } }, '192.0.2.1', false],
    [{ request_ip: { not_in: ['192.0.2.0/24'] } }, '192.0.3.1', true],
    [{ request_ip: { in: ['192.0.2.0/24'], not_in: ['192.0.2.9'] } }, '192.0.2.9', false],
    [{ 'request.ip': { in: ['192.0.2.0/24'] } }, '192.0.3.1', false],
    [
      { request_ip: { in: ['192.0.2.0/24'] }, 'request.ip': { not_in: ['192.0.2.1'] } },
      '192.0.2.1',
      false,
    ],
    // A list without a single valid entry allows no address.
    [{ request_ip: { in: ['nonsense'] } }, '192.0.2.1', false],
    [{ request_ip: { in: ['0.0.0.0/0'] } }, 'not an address', false],
  ];
  for (const [condition, address, allowed] of addresses) {
    it(`${allowed ? 'allows' : 'refuses'} ${address} with ${JSON.stringify(condition)}`, () => {
      const reason = refusalOf(token({ condition }), NOW, address);
      assert.equal(reason, allowed ? undefined : 'the token may not be used from this address');
    });
  }
});
