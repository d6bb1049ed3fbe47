import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOf, readCode } from '../fixtures/read-code.ts';
import { namedMembers } from './named-members.ts';

describe('named members', () => {
  const cases: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
    'x = { a: 1, "b": 2, 3: 4, [c]: 5, ...d };': { a: ['1'], b: ['2'], 3: ['4'] },
    'o.a = 1; o["b"] = 2; o[c] = 3;': { a: ['1'], b: ['2'] },
    'class A { a = 1; #b = 2; static c = 3; d; }': { a: ['1'], '#b': ['2'], c: ['3'] },
    'o.a = 1; x = { a: 2 };': { a: ['2', '1'] },
    'var { a: b } = c;': {},
    'o = 1;': {},
  };
  for (const [code, members] of Object.entries(cases)) {
    it(`are found in ${code}`, () => {
      const reading = readCode(code);
      const found = [...namedMembers(reading.tree)].map(
        ([name, values]) => [name, values.map((value) => codeOf(reading, value))] as const,
      );
      assert.deepEqual(Object.fromEntries(found), members);
    });
  }
});
