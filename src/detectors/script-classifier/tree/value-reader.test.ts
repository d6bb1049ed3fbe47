import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseScript } from './script-parser.ts';
import { readScript } from './script-reading.ts';

/** Reads `x` in `x = …;`, the last statement of a script. */
function lastValue(code: string) {
  const parsed = parseScript(code);
  assert.ok(parsed.kind === 'parsed');
  const { values } = readScript(code, parsed);
  const last = parsed.program.body.at(-1);
  assert.ok(
    last?.type === 'ExpressionStatement' && last.expression.type === 'AssignmentExpression',
  );
  return { text: values.text(last.expression.right), path: values.path(last.expression.right) };
}

describe('value reader', () => {
  const texts: Readonly<Record<string, string | undefined>> = {
    [`x = 'a' + 'b' + 1;`]: 'ab1',
    'var a = "b"; x = `a${a}c`;': 'abc',
    [`x = atob('aGk=');`]: 'hi',
    [`x = window.atob('aG' + 'k=');`]: 'hi',
    [`x = atob('no base64!');`]: undefined,
    [`x = unescape('%68%u0069');`]: 'hi',
    [`x = decodeURIComponent('%E2%82%AC');`]: '€',
    [`x = decodeURIComponent('%E2');`]: undefined,
    [`x = String.fromCharCode(104, 105);`]: 'hi',
    [`x = String.fromCharCode.apply(null, [104, 105]);`]: 'hi',
    [`x = [104, 105].map(function (c) { return String.fromCharCode(c); }).join('');`]: 'hi',
    [`x = [104, 105].map((c) => String.fromCharCode(c ^ 1)).join('');`]: 'ih',
    [`x = 'ih'.split('').reverse().join('');`]: 'hi',
    [`x = (637).toString(36);`]: 'hp',
    [`x = 'hXi'.replace('X', '');`]: 'hi',
    [`x = 'x-high'.slice(2, 4);`]: 'hi',
    [`var a = ['q', 'hi']; x = a[1];`]: 'hi',
    [`var a = 'hi'; a = 'ho'; x = a;`]: undefined,
    [`var a = 'h'; a += 'i'; x = a;`]: 'hi',
    [`var t = { a: 'h', b: 'i' }; function f() { var s = ''; for (var i = 0; i < 2; i++) s += t['ab'.charAt(i)]; return s; } x = f();`]:
      'hi',
    [`var s = '', c = [106, 107]; for (var i = 0; i < c.length; i++) s += String.fromCharCode(c[i] ^ 2); x = s;`]:
      'hi',
    [`const p = []; p.push('h'); p.push('i'); x = p.join('');`]: 'hi',
    [`const f = (s) => s.replace(/../g, (c) => String.fromCharCode(parseInt(c, 16))); x = f('6869');`]:
      'hi',
    [`var t = ['h', 'hi']; var g = (n) => t[n - 7]; x = g(8);`]: 'hi',
    [`var t = ['h', 'hi']; (function (a, n) { while (n--) a.push(a.shift()); })(t, 1); var g = (n) => t[n - 7]; x = g(8);`]:
      undefined,
    [`const o = { f(s) { return s.split('').reverse().join(''); } }; x = o.f('ih');`]: 'hi',
    [`var s = 'h'; for (;;) s += 'i'; x = s;`]: undefined,
    [`var s = ''; for (const c of document.title) s += c; x = s;`]: undefined,
    [`(function (a) { y = a; })('hi'); x = y;`]: 'hi',
    [`var a = a; x = a;`]: undefined,
    [`var a = b, b = a; x = a + b;`]: undefined,
    [`x = f('a');`]: undefined,
  };
  for (const [code, text] of Object.entries(texts)) {
    it(`reads ${code}`, () => assert.equal(lastValue(code).text, text));
  }

  const paths: Readonly<Record<string, string>> = {
    'x = window.document.cookie;': 'document.cookie',
    [`x = self['docu' + 'ment']['cookie'];`]: 'document.cookie',
    'var d = document; x = d.cookie;': 'document.cookie',
    '(function (w, d) { x = d.cookie; })(window, document); x = 1; x = document.cookie;':
      'document.cookie',
    [`x = document.createElement('SCRIPT');`]: '<script>',
    'var i = new Image(); x = i.src;': '<img>.src',
    [`x = document.querySelectorAll('input')[0].value;`]: '<node>.value',
    [`x = $('#a').val;`]: '<node>.val',
    'x = a().b;': '?.b',
    'var a = a.b; x = a;': '?.b',
  };
  for (const [code, path] of Object.entries(paths)) {
    it(`knows the path of ${code}`, () => assert.equal(lastValue(code).path, path));
  }

  it('does not mix up variables of the same name', () => {
    const code = `function a(e) { e = 'x'; } function b(e) { return e; } var e = 'hi'; x = e;`;
    assert.equal(lastValue(code).text, 'hi');
  });

  it('joins very long sums', () => {
    assert.equal(lastValue(`x = 'a'${`+'b'`.repeat(30_000)};`).text?.length, 30_001);
  });
});
