import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { collectFacts } from './facts/facts.ts';
import { codeOf, readCode } from './fixtures/read-code.ts';
import { hiddenCode } from './hidden-code.ts';

/** Long enough to be analysed. */
const inner = 'document.title = document.cookie;';

describe('hidden code', () => {
  const found = (code: string): string[] =>
    hiddenCode(collectFacts(readCode(code))).map((it) => it.code);
  const quoted = JSON.stringify(inner);
  const carriers: Readonly<Record<string, string>> = {
    'text that is run': `eval(${quoted});`,
    'a concatenated text': `var a = ${quoted}; eval(a + '');`,
    'text that is decoded': `eval(atob('${btoa(inner)}'));`,
    'the last argument of the Function constructor': `new Function('a', ${quoted});`,
    'a timer': `setTimeout(${quoted}, 5);`,
    'the text of a script element': `document.createElement('script').text = ${quoted};`,
    'a script in markup': `document.write('<p><SCRIPT type=a>${inner}</SCRIPT >');`,
    'an unclosed script in markup': `a.innerHTML = '<script>${inner}';`,
    'a handler in markup': `a.innerHTML = '<img onerror="${inner}">';`,
    'a file': `new Blob([${quoted}]);`,
    'a file of several parts': `new Blob(['document.title = ', 'document.cookie;']);`,
    'a data: address': `new Worker('data:text/javascript,${encodeURIComponent(inner)}');`,
    'a data: address in base64': `new Worker('data:application/javascript;base64,${btoa(inner)}');`,
  };
  for (const [carrier, code] of Object.entries(carriers)) {
    it(`is found in ${carrier}`, () => assert.deepEqual(found(code), [inner]));
  }

  const others: Readonly<Record<string, string>> = {
    'that is only a text': `var a = ${quoted};`,
    'that is very short': `eval('return this');`,
    'that is not known': 'eval(a + b);',
    'in markup without scripts': `a.innerHTML = '<p>${inner}</p>';`,
    'in a data: address of another kind': `a.src = 'data:text/css,${inner}';`,
  };
  for (const [which, code] of Object.entries(others)) {
    it(`is not code ${which}`, () => assert.deepEqual(found(code), []));
  }

  it('is taken once, and from twenty positions at most', () => {
    assert.equal(found(`eval(${quoted}); eval(${quoted});`).length, 1);
    const many = Array.from({ length: 30 }, (_, at) => `eval('a(${at}); document.cookie;');`);
    assert.equal(found(many.join('')).length, 20);
  });

  it('has the node that runs it', () => {
    const reading = readCode(`a(); eval(${quoted});`);
    const [piece] = hiddenCode(collectFacts(reading));
    assert.equal(codeOf(reading, piece?.node ?? -1), `eval(${quoted})`);
  });
});
