import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SourcePositions } from './source-position.ts';

describe('source positions', () => {
  const positions = new SourcePositions('ab\n\ncd\n');
  const cases: Readonly<Record<number, string>> = {
    0: '1:1',
    1: '1:2',
    2: '1:3',
    3: '2:1',
    4: '3:1',
    5: '3:2',
    7: '4:1',
  };
  for (const [offset, expected] of Object.entries(cases)) {
    it(`of the offset ${offset} is ${expected}`, () => {
      const { line, column } = positions.of(Number(offset));
      assert.equal(`${line}:${column}`, expected);
    });
  }

  it('of an empty text is its start', () => {
    assert.deepEqual(new SourcePositions('').of(0), { line: 1, column: 1 });
  });
});
