import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { escapeControls, fillPlaceholders, isStorableText } from './text.ts';

describe('fillPlaceholders', () => {
  const rows: readonly [string, Record<string, string | number>, string][] = [
    ['no places', { name: 'x' }, 'no places'],
    ['{name} exists', { name: 'shop.test' }, 'shop.test exists'],
    ['{count} of {limit}', { count: 0, limit: 50 }, '0 of 50'],
    ['{a}{a}', { a: 'x' }, 'xx'],
    ['left {out}.', {}, 'left .'],
    ['{}', { '': 'x' }, '{}'],
    // Values are inserted verbatim: neither placeholders nor replacement patterns in them are expanded.
    ['{a} {b}', { a: '{b}', b: 'x' }, '{b} x'],
    ['{a}', { a: '$& $1 $$' }, '$& $1 $$'],
  ];
  for (const [text, values, expected] of rows) {
    it(`turns ${JSON.stringify(text)} into ${JSON.stringify(expected)}`, () => {
      assert.equal(fillPlaceholders(text, values), expected);
    });
  }
});

describe('isStorableText', () => {
  const rows: readonly [string, boolean][] = [
    ['', true],
    ['plain', true],
    ['ümläut 漢字 😀', true],
    ['\u0001\u007f\n', true],
    ['\uFFFD\uFFFF', true],
    ['a\0b', false],
    ['\uD83D', false],
    ['\uDE00', false],
    ['\uDE00\uD83D', false],
  ];
  for (const [text, expected] of rows) {
    it(`returns ${expected} for ${JSON.stringify(text)}`, () => {
      assert.equal(isStorableText(text), expected);
    });
  }
});

describe('escapeControls', () => {
  it('escapes control characters for a terminal, and does not change the value of JSON', () => {
    assert.equal(
      escapeControls('ä "b"\u001b[2J\u0085\u2028\n'),
      'ä "b"\\u001b[2J\\u0085\\u2028\\u000a',
    );
    const value = { text: '\u007f\u009b31m\u2029' };
    assert.deepEqual(JSON.parse(escapeControls(JSON.stringify(value))), value);
  });
});
