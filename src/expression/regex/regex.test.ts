import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { toByteString } from '../byte-string.ts';
import { randomPattern, randomValue } from '../fixtures/random-pattern.ts';
import { compilePattern } from './regex.ts';
import { translatePattern } from './regex-syntax.ts';
import { requiredText } from './regex-text.ts';

function test(pattern: string, value: string): boolean | string {
  const compiled = compilePattern(pattern);
  return compiled.kind === 'pattern' ? compiled.test(value) : compiled.reason;
}

describe('patterns match bytes', () => {
  const cases: readonly (readonly [pattern: string, value: string, expected: boolean])[] = [
    ['abc', 'xabcx', true],
    ['^abc', 'xabc', false],
    ['^abc$', 'abc', true],
    ['^abc$', 'abc\n', false],
    ['^$', '', true],
    ['', 'anything', true],
    ['a.c', 'a\nc', false],
    ['(?s)a.c', 'a\nc', true],
    ['(?m)^b$', 'a\nb\nc', true],
    ['^.$', toByteString('é'), false],
    ['^..$', toByteString('é'), true],
    ['^é$', toByteString('é'), true],
    ['^é*$', toByteString('ééé'), true],
    ['^(?:💥)+$', toByteString('💥💥'), true],
    ['(?i)É', toByteString('é'), false],
    ['(?i)admin', 'xADMINx', true],
    ['(?i)Admin', 'xadmiN', true],
    ['(?i)^admin$', 'ADMIN', true],
    ['(?i)^admin', 'xADMIN', false],
    ['(?i)union.+select', 'UNION all SELECT', true],
    ['(?i)union.+select', 'UNION all', false],
    ['^\\xff$', '\xff', true],
    ['(?i)^\\xe9$', '\xc9', false],
    ['^[\\x80-\\xff]+$', '\x80\xff', true],
    ['^[^a]$', '\xff', true],
    ['^\\w$', '\xe9', false],
    ['^\\s$', '\x0b', true],
    ['^[\\s]$', '\x0b', true],
    ['^\\S$', '\x0b', false],
    ['^[\\S]$', '\xff', true],
    ['^\\d+$', '0123', true],
    ['(?-u)^a$', 'a', true],
    ['(?i-u)^a$', 'A', true],
    ['[[:alpha:]]+', 'abc', true],
    ['^[[:^digit:]]$', '5', false],
    ['^[-[:digit:]]+$', '-5', true],
    ['^[a\\-[:digit:]]+$', 'a-5', true],
    ['^[]a]+$', ']a', true],
    ['^[^]a]+$', 'b', true],
    ['a\\.b', 'a.b', true],
    ['a\\/b', 'a/b', true],
    ['colou?r', 'color', true],
    ['ab{0}c', 'ac', true],
    ['(a|b)c', 'bc', true],
    ['cat|dog', 'hotdog', true],
    ['x(?P<name>a+)y', 'xaay', true],
    ['\\bword\\b', 'a word.', true],
    ['\\Aab\\z', 'ab', true],
  ];
  for (const [pattern, value, expected] of cases) {
    it(`${pattern} on ${JSON.stringify(value)}`, () =>
      assert.equal(test(pattern, value), expected));
  }
});

describe('patterns that are refused', () => {
  const cases: readonly (readonly [pattern: string, reason: RegExp])[] = [
    ['(', /missing closing/],
    ['(?u)a', /Unicode flag u/],
    ['(?ui)a', /Unicode flag u/],
    ['(?x)a b', /flags x and R/],
    ['a((?-u)?)*', /missing argument to repetition/],
    ['a(?i)*', /missing argument to repetition/],
    ['\\p{Greek}', /Unicode classes/],
    ['[\\pL]', /Unicode classes/],
    ['[é]', /Unicode is not allowed/],
    ['[a[bc]]', /nested character classes/],
    ['[a-z&&[^b]]', /class operator &&/],
    ['[()-[:a:].', /a range cannot end/],
    ['[a-z--b]', /class operator --/],
    ['[a~~b]', /class operator ~~/],
    ['\\Qa\\E', /unrecognized escape/],
    ['\\<script\\>', /cannot be distinguished/],
    ['a\\>', /cannot be distinguished/],
    ['\\b{start}a', /cannot be distinguished/],
    ['\\x4', /after \\x/],
    ['\\x{100}', /more than one byte/],
    ['(?=a)', /invalid/],
    ['(?<!a)b', /invalid/],
    ['(a)\\1', /unsupported escape sequence \\1/],
    ['\\123hop', /unsupported escape sequence \\1/],
    ['\\0', /unsupported escape sequence \\0/],
    ['\\08', /unsupported escape sequence \\0/],
    ['\\9', /unsupported escape sequence \\9/],
    ['[\\101-\\103]', /unsupported escape sequence \\1/],
    ['a{1001}', /repeat count/],
    ['a**', /repetition/],
  ];
  for (const [pattern, reason] of cases) {
    it(pattern, () => assert.match(String(test(pattern, '')), reason));
  }
});

describe('the shortcut by required text', () => {
  const cases = [
    ['abc', 'abc'],
    ['^/admin/.*\\.php$', '/admin/'],
    ['a+bcd', 'bcd'],
    ['(x|y)select', 'select'],
    ['[abc]xyz{2}', 'xy'],
    ['cat|dog', ''],
    ['(?i)abc', ''],
    ['ab?', 'a'],
    ['\\x41bc', 'bc'],
    ['a{2,3}12', '12'],
  ] as const;
  for (const [pattern, text] of cases) {
    it(`${pattern} needs ${JSON.stringify(text)}`, () =>
      assert.equal(requiredText(pattern).text, text));
  }

  it('never changes the result', () => {
    const piece = fc.constantFrom(
      ...['a', 'b', 'ab', '.', '^', '$', 'a*', 'b+', 'a?', '(a|b)', '(?:ab)+', '[ab]', '[^a]', '|'],
      ...[
        '\\.',
        '\\*',
        'b{2}',
        'a{0,1}',
        '(?i)',
        '\\x61',
        '\\b',
        '(',
        ')',
        '\\s',
        '[]a]',
        '[[:alpha:]]',
      ],
    );
    const pattern = fc
      .tuple(fc.constantFrom('', '(?i)', '^', '(?i)^'), fc.array(piece, { maxLength: 6 }))
      .map(([start, pieces]) => start + pieces.join(''));
    const value = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*', 'A', ' '), maxLength: 6 });
    let compared = 0;
    fc.assert(
      fc.property(pattern, value, (text, subject) => {
        const translated = translatePattern(text);
        const compiled = compilePattern(text);
        if (translated.kind === 'problem' || compiled.kind === 'problem') return;
        compared += 1;
        assert.equal(compiled.test(subject), RE2JS.compile(translated.pattern).test(subject), text);
      }),
      { numRuns: 3000 },
    );
    assert.ok(compared > 1000, `${compared} compared`);
  });
});

describe('the fast paths', () => {
  it('agree with RE2', () => {
    let compared = 0;
    fc.assert(
      fc.property(randomPattern, randomValue, (text, value) => {
        const compiled = compilePattern(text);
        if (compiled.kind === 'problem') return;
        compared += 1;
        assert.equal(compiled.test(value), compiled.find(value) !== undefined, text);
      }),
      { numRuns: 10_000 },
    );
    assert.ok(compared > 3000, `${compared} compared`);
  });

  it('end on an escaped bracket before a colon in a class', () => {
    assert.equal(test('[\\[:a]x', ':x'), true);
  });
});

describe('hostile values', () => {
  // A backtracking engine would never finish; the benchmark measures how the time grows.
  it('are matched in linear time', () => {
    const compiled = compilePattern('(a+)+$');
    assert.ok(compiled.kind === 'pattern');
    assert.equal(compiled.test(`${'a'.repeat(100_000)}b`), false);
  });
});
