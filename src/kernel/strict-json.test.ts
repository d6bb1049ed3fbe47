import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { judgeJson } from './strict-json.ts';

const sound = [
  '{}',
  '[]',
  ' null\n',
  '0',
  '-1.5e+3',
  '"a\\u0041\\n"',
  '[1,[2],{"a":{"a":1}}]',
  '{"":""}',
];
const malformed = [
  ...['NaN', '[Infinity]', '{"a":undefined}', "{'a':1}", '{a:1}', '{"a":1,}', '[1,]', '[,1]', '01'],
  ...['+1', '.5', '0x1', '"\\x41"', '"\n"', '"\\u12g4"', '{} {}', '1 2', 'tru e', '[1}'],
  ...['// a\n{}', '{/* a */"a":1}', '{"a":1 # b\n}', '{"a" 1}', '{"a":1 "b":2}', '\ufeff{}', ']'],
  ...['{"a":1,"a":2}', '{"a":1,"\\u0061":2}', '[{"b":{"a":1,"c":2,"a":3}}]', 'nullx', '\x0b1'],
];
const cut = [
  '',
  ' ',
  '{',
  '{"a',
  '{"a"',
  '{"a":',
  '{"a":1,',
  '[',
  '[1',
  '"a\\',
  '"\\u00',
  'tr',
  '-',
  '1.',
  '[1e',
];

describe('a JSON text', () => {
  for (const text of sound) it(`is sound: ${text}`, () => assert.equal(judgeJson(text), 'sound'));
  for (const text of malformed) {
    it(`is malformed: ${text}`, () => assert.equal(judgeJson(text), 'malformed'));
  }
  for (const text of cut) it(`is cut: ${text}`, () => assert.equal(judgeJson(text), 'cut'));

  it('is sound as generators write it, and cut if its end is missing', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, at) => {
        assert.equal(judgeJson(text), 'sound');
        const part = text.slice(0, at % text.length);
        if (/[\]}"]$/.test(text)) assert.equal(judgeJson(part), 'cut', part);
      }),
    );
  });

  it('is sound only if it can be parsed', () => {
    const piece = fc.constantFrom(...'{}[],:"\\0123456789-+.eEtrufalsn \n/*#\'u');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        if (judgeJson(text) === 'sound') assert.doesNotThrow(() => JSON.parse(text), text);
      }),
      { numRuns: 3_000 },
    );
  });

  it('takes linear time, however long and deep it is', () => {
    // In quadratic time, each of these would take minutes.
    for (const text of ['[', '{"a":', '"\\"', '1,', '{"a":1', ' ', '\\'])
      judgeJson(text.repeat(200_000));
    assert.equal(judgeJson(`[${'1,'.repeat(200_000)}1]`), 'sound');
    assert.equal(judgeJson('['.repeat(1_001)), 'malformed');
  });
});
