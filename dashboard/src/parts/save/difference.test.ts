import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { differenceOf } from './difference.ts';

const signs = { same: ' ', removed: '-', added: '+' } as const;
const shown = (before: string, after: string) =>
  differenceOf(before, after).map(({ kind, text }) => signs[kind] + text);

for (const [before, after, lines] of [
  ['a', 'a', [' a']],
  ['a', 'b', ['-a', '+b']],
  ['a\nb\nc', 'a\nc', [' a', '-b', ' c']],
  ['a\nc', 'a\nb\nc', [' a', '+b', ' c']],
  ['a\nb', 'b\na', ['-a', ' b', '+a']],
  ['', 'a', ['-', '+a']],
] as const) {
  it(`compares ${JSON.stringify(before)} with ${JSON.stringify(after)}`, () => {
    assert.deepEqual(shown(before, after), lines);
  });
}

it('contains both texts completely', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', '')).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = differenceOf(before, after);
      const without = (kind: string) =>
        lines
          .filter((line) => line.kind !== kind)
          .map((line) => line.text)
          .join('\n');
      assert.equal(without('added'), before);
      assert.equal(without('removed'), after);
    }),
  );
});
