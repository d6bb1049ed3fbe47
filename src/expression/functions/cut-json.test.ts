import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { closeCutJson } from './cut-json.ts';

describe('a truncated JSON text', () => {
  const cases: readonly [string, string][] = [
    ['{"a":"x","b":"y","c":"cut o', '{"a":"x","b":"y"}'],
    ['{"a":1,"b":[1,{"c":2,"d', '{"a":1,"b":[1,{"c":2}]}'],
    ['{"a":"},[\\"","b', '{"a":"},[\\""}'],
    ['{"a":[1,2],"b":{"c":1},', '{"a":[1,2],"b":{"c":1}}'],
    ['{"only":"one"', ''],
    ['"ends in an escape\\', ''],
    ['', ''],
  ];
  for (const [text, expected] of cases) {
    it(`is closed: ${text}`, () => assert.equal(closeCutJson(text), expected));
  }

  it('can be parsed wherever it was truncated, and contains nothing else', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), (value, cut) => {
        const text = JSON.stringify(value);
        const closed = closeCutJson(text.slice(0, cut % (text.length + 1)));
        if (closed === '') return;
        const known = JSON.parse(closed);
        for (const name of Object.keys(known).slice(0, -1)) {
          assert.deepEqual(known[name], JSON.parse(text)[name]);
        }
      }),
    );
  });

  // Looking at the text again for each level would take longer than the test may.
  it('costs little, however deep it is', () => {
    assert.equal(closeCutJson('['.repeat(5_000_000)), '');
    assert.equal(closeCutJson(`${'[1,'.repeat(500_000)}`).length, 3_999);
  });
});
