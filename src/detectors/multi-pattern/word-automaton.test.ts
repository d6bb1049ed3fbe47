import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { WordAutomaton } from './word-automaton.ts';

describe('a word automaton', () => {
  it('finds words within words, and in any case', () => {
    const words = ['he', 'she', 'his', 'hers', '<%', '\xc0\xbc'];
    const found = (text: string) =>
      [...new WordAutomaton(words).wordsIn(text)].map((n) => words[n]);
    assert.deepEqual(found('uSHErs').sort(), ['he', 'hers', 'she']);
    assert.deepEqual(found('a<%b\xc0\xbc'), ['<%', '\xc0\xbc']);
    assert.deepEqual(found('h-i-s'), []);
  });

  it('refuses an empty word', () => {
    assert.throws(() => new WordAutomaton(['a', '']), /empty word/);
  });

  it('finds exactly what a search for each word finds', () => {
    const letters = fc.string({
      unit: fc.constantFrom('a', 'b', 'c', '-'),
      minLength: 1,
      maxLength: 4,
    });
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '-', 'A', 'x'), maxLength: 30 });
    fc.assert(
      fc.property(fc.array(letters, { minLength: 1, maxLength: 12 }), texts, (words, text) => {
        const expected = words.flatMap((word, n) => (text.toLowerCase().includes(word) ? [n] : []));
        assert.deepEqual(
          [...new WordAutomaton(words).wordsIn(text)].sort((a, b) => a - b),
          expected,
        );
      }),
    );
  });
});
