import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOf, readCode } from '../fixtures/read-code.ts';
import { type Shape, shapeOf } from './shape.ts';

describe('shape', () => {
  const cases: Readonly<Record<string, Partial<Shape>>> = {
    'var a, b; a = c;': { names: 3, hexNames: 0, oddNames: 0 },
    'var _0x1a2b, _0xF, _0xg, $_$, __;': { names: 5, hexNames: 2, oddNames: 2 },
    'a.b; a["c"]; a["d-e"]; a[f];': { members: 4, quotedMembers: 1 },
    'f(1, 0x2, 3.5, -4);': { numbers: 4, hexNumbers: 1, arithmetic: 0 },
    'f(-0x1 * 0x2 + 0x9, 60 * 60, a * 2);': { arithmetic: 3 },
    [`f('abc', 'd');`]: { textCharacters: 4, escapedCharacters: 0 },
    [`f('\\x61\\u0062\\u{63}d', '\\u00e4\\n');`]: { textCharacters: 6, escapedCharacters: 3 },
    '(![] + [])[+[]]; [1];': { symbols: 6 },
    '': { nodes: 1, names: 0 },
  };
  for (const [code, expected] of Object.entries(cases)) {
    it(`counts ${code}`, () => {
      const shape = shapeOf(readCode(code));
      const counted = Object.keys(expected).map((name) => [name, shape[name as keyof Shape]]);
      assert.deepEqual(Object.fromEntries(counted), expected);
    });
  }

  it('contains the first node of each kind', () => {
    const reading = readCode(`a; _0x1a; '\\x61'; -0x1; _0x2b; '\\x62'; -0x2;`);
    const { firstHexName, firstEscape, firstArithmetic } = shapeOf(reading);
    const first = [firstHexName, firstEscape, firstArithmetic].map((it) => codeOf(reading, it));
    assert.deepEqual(first, ['_0x1a', `'\\x61'`, '-0x1']);
    const none = shapeOf(readCode('a;'));
    assert.deepEqual([none.firstHexName, none.firstEscape, none.firstArithmetic], [-1, -1, -1]);
  });
});
