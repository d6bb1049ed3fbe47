import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOf, readCode } from '../fixtures/read-code.ts';
import { collectFacts } from './facts.ts';

type Index = 'calls' | 'methods' | 'paths' | 'properties';

/** The entries of an index with the code of their nodes. */
function indexOf(code: string, index: Index): Readonly<Record<string, readonly string[]>> {
  const reading = readCode(code);
  const entries = [...collectFacts(reading)[index]].map(
    ([name, nodes]) => [name, nodes.map((node) => codeOf(reading, node))] as const,
  );
  return Object.fromEntries(entries);
}

describe('facts', () => {
  const indexes: readonly (readonly [
    Index,
    string,
    Readonly<Record<string, readonly string[]>>,
  ])[] = [
    ['calls', 'a(); a(1); new B();', { a: ['a()', 'a(1)'], B: ['new B()'] }],
    ['calls', 'document.write(a);', { 'document.write': ['document.write(a)'] }],
    ['methods', 'a.b(); c.b(); b();', { b: ['a.b()', 'c.b()', 'b()'] }],
    ['paths', 'a; var b; b; a.c;', { a: ['a', 'a'], 'a.c': ['a.c'] }],
    ['properties', `a.b; a['c']; a[d];`, { b: ['a.b'], c: [`a['c']`] }],
    ['properties', `x = { a: 1, 'b': 2, 4: 5 };`, { a: ['a: 1'], b: [`'b': 2`] }],
  ];
  for (const [index, code, expected] of indexes) {
    it(`index ${index} of ${code}`, () => assert.deepEqual(indexOf(code, index), expected));
  }

  const texts: Readonly<Record<string, readonly string[]>> = {
    [`f('a', 1, /b/);`]: ['a', 'pattern b'],
    'f(`a${b}c`);': ['a', 'c'],
    [`f('a' + 'b' + 'c');`]: ['2+: abc', 'a', 'b', 'c'],
    [`f('a' + b);`]: ['a'],
    [`f(atob('aGk='));`]: ['decoded hi', 'aGk='],
    [`f('b,a'.split(',').reverse().join(''));`]: ['2+: decoded ab', 'b,a', ',', ''],
    [`f(unknown('a'));`]: ['a'],
    [`f([${['one', 'two', 'three', 'four', 'five'].map((it) => `'${btoa(it)}'`).join()}]);`]: [
      ...['one', 'two', 'three', 'four', 'five'].map((it) => `listed decoded ${it}`),
      ...['one', 'two', 'three', 'four', 'five'].map((it) => btoa(it)),
    ],
  };
  for (const [code, expected] of Object.entries(texts)) {
    it(`list the strings of ${code}`, () => {
      const found = collectFacts(readCode(code)).texts.map((it) => {
        const pieces = it.pieces > 1 ? '2+: ' : '';
        const listed = it.isListed ? 'listed ' : '';
        const decoded = it.isDecoded ? 'decoded ' : '';
        return `${pieces}${listed}${decoded}${it.isPattern ? 'pattern ' : ''}${it.text}`;
      });
      assert.deepEqual(found, expected);
    });
  }

  it('contain a node and the lower case of all strings, and the facts of the outer script', () => {
    const outer = collectFacts(readCode('a();'));
    const reading = readCode(`f('One', 'Two');`);
    const facts = collectFacts(reading, { outer });
    assert.equal(codeOf(reading, facts.textNodes.get('Two') ?? -1), `'Two'`);
    assert.equal(facts.lowerTexts, 'one\ntwo');
    assert.equal(facts.outer, outer);
  });
});
