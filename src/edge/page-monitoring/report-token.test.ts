import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Seal } from '../challenge/seal.ts';
import { type ReportToken, ReportTokens } from './report-token.ts';

const key = Buffer.alloc(32, 1);
const issuedAt = Date.UTC(2026, 0, 1);
const token: ReportToken = {
  zoneId: 'a'.repeat(32),
  policyId: '',
  mode: 'monitor',
  view: '0123456789abcdef',
  issuedAt,
};
const HOUR = 3_600_000;

describe('report tokens', () => {
  const tokens = new ReportTokens(key);
  const text = tokens.encode(token);

  it('are decoded as they were encoded, and can be part of a URL', () => {
    const policy: ReportToken = { ...token, policyId: 'b'.repeat(32), mode: 'allow', view: '' };
    for (const each of [token, policy]) {
      const encoded = tokens.encode(each);
      assert.match(encoded, /^[\w.-]+$/);
      assert.deepEqual(tokens.read(encoded, issuedAt), { state: 'valid', token: each });
    }
  });

  it('of earlier versions, which do not name the page view, are valid', () => {
    const row = [1, token.zoneId, '', 'monitor', issuedAt];
    const earlier = new Seal(key, 'page report', 512).close(row);
    const expected = { state: 'valid', token: { ...token, view: '' } };
    assert.deepEqual(tokens.read(earlier, issuedAt), expected);
  });

  const lives = { monitor: 24 * HOUR, log: 720 * HOUR, allow: 720 * HOUR };
  for (const [mode, life] of Object.entries(lives)) {
    const ages: readonly (readonly [string, number, string])[] = [
      ['at once', 0, 'valid'],
      [`after ${life / HOUR} hours`, life, 'valid'],
      ['a moment later', life + 1, 'expired'],
      ['with a clock that is a minute behind', -60_000, 'valid'],
      ['from the future', -60_001, 'expired'],
    ];
    for (const [when, age, state] of ages) {
      it(`to ${mode} are ${state} ${when}`, () => {
        const encoded = tokens.encode({ ...token, mode: mode as ReportToken['mode'] });
        assert.equal(tokens.read(encoded, issuedAt + age).state, state);
      });
    }
  }

  it('of another key or another purpose are forged', () => {
    const other = new ReportTokens(Buffer.alloc(32, 2)).encode(token);
    const purpose = new Seal(key, 'clearance', 512).close([
      1,
      token.zoneId,
      '',
      'monitor',
      issuedAt,
    ]);
    for (const forged of [other, purpose, '', '.', 'a.b', text.slice(1), `${text}x`]) {
      assert.equal(tokens.read(forged, issuedAt).state, 'forged');
    }
  });

  it('are refused after any change', () => {
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom(...'aZ09-_.='), (at, char) => {
        fc.pre(text[at] !== char);
        const changed = text.slice(0, at) + char + text.slice(at + 1);
        assert.equal(tokens.read(changed, issuedAt).state, 'forged');
      }),
    );
  });
});
