import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasHiddenKey, hideKeys } from './hidden-keys.ts';

const call = (key: string) => `is_timed_hmac_valid_v0(${key}, http.request.uri, 60, 1)`;

describe('hideKeys', () => {
  const rows: [string, string, string][] = [
    ['a quoted key', call('"k"'), call('"(hidden)"')],
    ['a key with quotes', call('"k\\"k\\\\"'), call('"(hidden)"')],
    ['a raw key', call('r##"k"#k"##'), call('"(hidden)"')],
    ['a key in bytes', call('6b:6B'), call('"(hidden)"')],
    [
      'two keys',
      `${call('"k"')} or ${call(' "kk" ')}`,
      `${call('"(hidden)"')} or ${call(' "(hidden)" ')}`,
    ],
    ['a computed key', call('concat("k", "k")'), '(hidden)'],
    [
      'a key after a text that looks like a call',
      `http.host eq "is_timed_hmac_valid_v0(" and ${call('"k"')}`,
      '(hidden)',
    ],
    [
      'a key after a class with a quote',
      `http.host matches "['"]" and ${call('"k"')}`,
      `http.host matches "['"]" and ${call('"(hidden)"')}`,
    ],
    ['nothing', 'http.host eq "k"', 'http.host eq "k"'],
  ];
  for (const [what, text, shown] of rows) {
    it(`hides ${what}`, () => assert.equal(hideKeys(text), shown));
  }

  it('recognises an expression that comes back with hidden keys', () => {
    const texts = ['"k"', 'r"k"', '6b:6B', '"(hidden)"', '"(hidden, changed)"'].map(call);
    assert.deepEqual(texts.map(hasHiddenKey), [false, false, false, true, true]);
    assert.equal(hasHiddenKey('http.host eq "(hidden)"'), false);
  });

  it('hides keys at any depth, and marks changed ones', () => {
    const shown = { rules: [{ expression: call('"a"') }, { expression: call('"b"') }], version: 2 };
    assert.deepEqual(hideKeys(shown, { expression: call('"a"') }), {
      rules: [{ expression: call('"(hidden)"') }, { expression: call('"(hidden, changed)"') }],
      version: 2,
    });
  });
});
