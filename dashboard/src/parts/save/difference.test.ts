import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { differenceOf, inOrderOf } from './difference.ts';

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

it('has the members of objects in the order in which they were', () => {
  const before = { action: 'log', description: 'a', on: { x: 1, y: 2 }, gone: 1 };
  const after = {
    on: { z: 3, y: 2, x: 0 },
    more: [{ b: 1, a: 2 }],
    action: 'log',
    description: 'b',
  };
  const { gone: _, ...kept } = before;
  assert.equal(
    JSON.stringify(inOrderOf(before, after)),
    JSON.stringify({
      ...kept,
      description: 'b',
      on: { x: 0, y: 2, z: 3 },
      more: [{ b: 1, a: 2 }],
    }),
  );
  assert.equal(inOrderOf(undefined, 'text'), 'text');
});

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
