import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { ProgramCache } from '../compile/program-cache.ts';
import { randomPattern } from '../fixtures/random-pattern.ts';
import { defaultLimits } from '../limits.ts';
import { checkPattern } from './regex.ts';
import { patternShape } from './regex-size.ts';
import { translatePattern } from './regex-syntax.ts';

describe('the size of a pattern, estimated from its text', () => {
  const exact = [
    ...[
      'abc',
      'a.c',
      '^a$',
      'x{1000}',
      'x{10,20}',
      '[a-z0-9]{30}',
      '(a|bc|c){50}',
      'a+b?',
      '(a)(?:b)',
    ],
    ...['((a{10}){10}){10}', '(?P<name>a)', '\\x41{3}', '[)\\]]{4}', '(?i)abc', '', '(?:^a){3}'],
  ];
  for (const pattern of exact) {
    it(`${pattern} is exact`, () =>
      assert.equal(patternShape(pattern).size, RE2JS.compile(pattern).programSize()));
  }

  const hostile: readonly (readonly [pattern: string, atLeast: number])[] = [
    ['x{1000}'.repeat(9), 9_000],
    ['x{1000}'.repeat(500), 500_000],
    ['((x{1000}){1000}){1000}', 1e9],
    [`${'('.repeat(300)}x${'){1000}'.repeat(300)}`, Number.POSITIVE_INFINITY],
    ['(?:x{0,1000}){0,1000}', 1e6],
    ['(?:x{1000,}){1000,}', 1e6],
    ['(?:[a-z]{1000}[\\[:x]{1000}){3}', 6_000],
  ];
  for (const [pattern, atLeast] of hostile) {
    it(`${pattern.slice(0, 40)} is ${atLeast} or more, and refused`, () => {
      assert.ok(patternShape(pattern).size >= atLeast);
      const checked = checkPattern(pattern, defaultLimits.regexProgramSize);
      assert.match(checked.kind === 'problem' ? checked.reason : '', /too large \(limit: 4096\)/);
    });
  }

  it('is never below the actual size, and the check accepts the same patterns as RE2', () => {
    let sound = 0;
    fc.assert(
      fc.property(randomPattern, (text) => {
        const translated = translatePattern(text);
        if (translated.kind === 'problem') return;
        const checked = checkPattern(text, Number.POSITIVE_INFINITY);
        const program = compileOrNothing(translated.pattern);
        assert.equal(checked.kind === 'sound', program !== undefined, text);
        if (checked.kind === 'problem' || !program) return;
        sound += 1;
        assert.ok(checked.size >= program.programSize(), text);
      }),
      { numRuns: 5000 },
    );
    assert.ok(sound > 1000, `${sound} sound`);
  });
});

function compileOrNothing(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern);
  } catch {
    return undefined;
  }
}

describe('the cache of programs', () => {
  it('is bounded by instructions', () => {
    const cache = new ProgramCache(1_000);
    for (let index = 0; index < 50; index++) {
      const pattern = `${index}x{${index * 5}}`;
      cache.set(pattern, RE2JS.compile(pattern));
      assert.ok(cache.weight <= 1_000);
      assert.ok(cache.get(pattern));
      cache.get('1x{5}');
    }
    assert.ok(cache.get('1x{5}'), 'a used program is kept');
    assert.equal(cache.get('3x{15}'), undefined);
  });

  it('does not store a program larger than half of its capacity', () => {
    const cache = new ProgramCache(1_000);
    cache.set('x{600}', RE2JS.compile('x{600}'));
    assert.equal(cache.weight, 0);
  });
});
