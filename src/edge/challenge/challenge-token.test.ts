import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import type { ChallengeKind } from './challenge-kind.ts';
import { type ChallengeToken, ChallengeTokens } from './challenge-token.ts';

const tokens = new ChallengeTokens(Buffer.alloc(32, 1));
const text = fc.string({ unit: 'grapheme', maxLength: 64, size: 'max' });

const anyToken: fc.Arbitrary<ChallengeToken> = fc.record(
  {
    id: text,
    kind: fc.constantFrom<ChallengeKind>('js_challenge', 'managed_challenge', 'challenge'),
    interactive: fc.boolean(),
    proofBits: fc.integer({ min: 1, max: 32 }),
    issuedAt: fc.maxSafeNat(),
    binding: fc.record({ site: text, client: text }, { noNullPrototype: true }),
    ray: text,
    rule: fc.record({ ruleId: text, rulesetId: text, source: text }, { noNullPrototype: true }),
    target: text,
  },
  { noNullPrototype: true },
);

describe('challenge tokens', () => {
  it('are decoded as they were encoded', () => {
    fc.assert(
      fc.property(anyToken, (token) => {
        const encoded = tokens.encode(token);
        fc.pre(encoded.length <= 3_500);
        assert.deepEqual(tokens.decode(encoded), token);
      }),
    );
  });

  it('are refused after any change', () => {
    const replaced = fc.tuple(anyToken, fc.nat(), fc.string({ minLength: 1, maxLength: 1 }));
    fc.assert(
      fc.property(replaced, ([token, index, char]) => {
        const encoded = tokens.encode(token);
        const at = index % encoded.length;
        const changed = encoded.slice(0, at) + char + encoded.slice(at + 1);
        fc.pre(changed !== encoded);
        assert.equal(tokens.decode(changed), undefined);
        assert.equal(tokens.decode(encoded.slice(0, at)), undefined);
        assert.equal(tokens.decode(encoded + char), undefined);
      }),
    );
  });

  it('are not decoded from anything else', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (garbage) => {
        assert.equal(tokens.decode(garbage), undefined);
      }),
    );
    assert.equal(tokens.decode(`${'a'.repeat(1_000_000)}.`), undefined);
  });

  it('of another key are refused', () => {
    const others = new ChallengeTokens(Buffer.alloc(32, 2));
    fc.assert(
      fc.property(anyToken, (token) => {
        assert.equal(others.decode(tokens.encode(token)), undefined);
      }),
    );
  });
});
