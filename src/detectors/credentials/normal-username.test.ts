import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { toByteString } from '../../expression/expression.ts';
import { normalUsername, writeNormalUsername } from './normal-username.ts';

describe('user names', () => {
  const table: readonly [spelt: string, normal: string][] = [
    ['ada', 'ada'],
    [' Ada@Example.COM\t', 'ada@example.com'],
    ['ÄDA', 'äda'],
    ['\u00a0İ\u2003', 'i̇'],
    ['a b', 'a b'],
    ['', ''],
    ['  ', ''],
  ];
  for (const [spelt, normal] of table) {
    it(`compares ${JSON.stringify(spelt)} as ${JSON.stringify(normal)}`, () => {
      assert.equal(normalUsername(toByteString(spelt)), toByteString(normal));
    });
  }

  it('normalise only ASCII in invalid UTF-8', () => {
    assert.equal(normalUsername(' \xc4DA\xa0'), '\xc4da\xa0');
  });

  it('are the same from bytes as from strings, for any bytes', () => {
    const names = fc.oneof(
      fc.uint8Array({ maxLength: 40, size: 'max' }),
      fc
        .string({ unit: anyCharacter, maxLength: 20, size: 'max' })
        .map((text) => Buffer.from(text)),
      fc.stringMatching(/^[\t-\r A-Za-z@.]*$/).map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(names, (bytes) => {
        const source = Buffer.concat([Buffer.from('#'), bytes, Buffer.from('#')]);
        const target = Buffer.alloc(200);
        const length = writeNormalUsername(source, 1, source.length - 1, target, 5);
        const expected = normalUsername(Buffer.from(bytes).toString('latin1'));
        assert.equal(target.toString('latin1', 5, 5 + length), expected);
        assert.ok(length <= 1.5 * bytes.length);
      }),
      { numRuns: 2_000 },
    );
  });
});
