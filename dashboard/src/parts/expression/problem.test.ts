import assert from 'node:assert/strict';
import { it } from 'node:test';
import { problemIn } from './problem.ts';

const message = (line: number, column: number, width: number, text: string) =>
  `'…' is not a valid value for expression because could not parse filter expression: Filter parsing error (${line}:${column}):\nsource\n${' '.repeat(column - 1)}${'^'.repeat(width)} ${text}`;

for (const [what, source, sent, expected] of [
  ['a name', 'http.hots eq "a"', message(1, 1, 9, 'unknown'), [0, 9]],
  ['the second line', 'ssl and\nhots', message(2, 1, 4, 'unknown'), [8, 12]],
  ['characters of two units', '"😀" eq x', message(1, 8, 1, 'unknown'), [8, 9]],
  ['the end', 'ssl and', message(1, 8, 1, 'expected more'), [7, 7]],
  ['an error without position', 'ssl', 'too long', [0, 3]],
] as const) {
  it(`finds ${what}`, () => {
    const { from, to } = problemIn(sent, source);
    assert.deepEqual([from, to], expected);
  });
}

it('keeps only the reason', () => {
  assert.equal(problemIn(message(1, 1, 1, 'unknown field'), 'a').text, 'unknown field');
});
