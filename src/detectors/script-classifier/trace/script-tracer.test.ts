import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPage } from '../page/page-reader.ts';
import { parseScript } from '../tree/script-parser.ts';
import { type Trace, traceScript } from './script-tracer.ts';

function trace(code: string, html = ''): Trace {
  const parsed = parseScript(code);
  assert.ok(parsed.kind === 'parsed', parsed.kind);
  const elements = readPage(html)?.elements ?? [];
  return traceScript(code, parsed.program, {
    steps: 300_000,
    characters: 3_000_000,
    elements,
    html,
  });
}

/** Code that a script runs as text. */
const codesOf = (code: string, html?: string): string[] =>
  trace(code, html).codes.map((it) => it.code);

/** A call that is long enough to be recorded. */
const target = 'reached("the end of it");';
const encoded = [...target].map((it) => it.charCodeAt(0) + 3).join();

describe('script tracer: code that a script decodes', () => {
  const cases: Readonly<Record<string, string>> = {
    'a loop over character codes': `var s = '', c = [${encoded}]; for (var i = 0; i < c.length; i++) s += String.fromCharCode(c[i] - 3); eval(s);`,
    'pieces that functions add': `var s = ''; function a() { s += 'reached("the'; b(); } function b() { s += ' end of it");'; } a(); eval(s);`,
    'a callback of replace': `eval('${target}'.split('').reverse().join('').replace(/./g, function (c) { return c; }).split('').reverse().join(''));`,
    'a packer': `eval(function (p, a, c, k, e, d) { while (c--) if (k[c]) p = p.replace(new RegExp('\\\\b' + c + '\\\\b', 'g'), k[c]); return p; }('0("1 2 3 4");', 5, 5, 'reached|the|end|of|it'.split('|'), 0, {}));`,
    'a rotated array': `var a = ['it");', 'reached("the ', 'end of ']; (function (l, n) { while (n--) l.push(l.shift()); })(a, 1); eval(a[0] + a[1] + a[2]);`,
    'a function made by a constructor': `[].constructor.constructor('${target}')();`,
    'a name that is cut together': `this['ev' + 'al']('${target}');`,
    'a timer': `setTimeout('reached' + '("the end of it");', 10);`,
    'a script element': `var s = document.createElement('script'); s.text = '${target}'; document.body.appendChild(s);`,
    'a handler of an error': `try { nobodyHasThis(); } catch (e) { eval('${target}'); }`,
    'a branch that depends on the browser': `if (/MSIE/.test(navigator.userAgent)) eval('${target}');`,
    'a function that nobody calls': `function later() { eval('${target}'); }`,
    'a listener': `document.addEventListener('click', function () { eval('${target}'); });`,
    'a method of all strings': `String.prototype.first = function () { return this.charAt(0); }; eval('r??'.first() + 'eached("the end of it");');`,
    'a class': `class A { constructor(t) { this.t = t; } run() { eval(this.t); } } new A('${target}').run();`,
    'a dictionary of the system': `var d = new ActiveXObject('Scripting.Dictionary'); d.add('a', '${target}'); eval(d.Item('a'));`,
    'a switch in a loop': `var s = '', o = '1|0'.split('|'), i = 0; while (true) { switch (o[i++]) { case '0': s += ' end of it");'; continue; case '1': s += 'reached("the'; continue; } break; } eval(s);`,
  };
  for (const [what, code] of Object.entries(cases)) {
    it(`follows ${what}`, () => {
      const found = codesOf(code);
      assert.ok(
        found.some((it) => it.includes('reached("the end of it");')),
        found.join('\n'),
      );
    });
  }

  it('follows code that runs code', () => {
    const inner = `eval(${JSON.stringify(target)});`;
    assert.deepEqual(codesOf(`eval(${JSON.stringify(inner)});`), [inner, target]);
  });

  it('reads code in elements of the page', () => {
    const html = `<div id="a">${target}</div>`;
    assert.deepEqual(codesOf(`eval(document.getElementById('a').innerHTML);`, html), [target]);
    assert.deepEqual(codesOf(`eval(document.getElementsByTagName('div')[0].innerText);`, html), [
      target,
    ]);
  });
});

describe('script tracer: effects', () => {
  const effectsOf = (code: string): string[] =>
    trace(code).effects.map(({ kind, text, args }) => [kind, text, ...args].join(' '));
  const cases: Readonly<Record<string, readonly string[]>> = {
    [`new ActiveXObject('WScript' + '.Shell').Run('a.exe', 0);`]: [
      'object wscript.shell',
      'call wscript.shell.run a.exe 0',
    ],
    [`var s = document.createElement('SCRIPT'); s.src = '//' + 'x.test';`]: [
      'address <script>.src //x.test',
    ],
    [`document.write('<b>' + name + '</b>');`]: ['markup <b></b>'],
    [`location.href = '//x.test/' + 1;`]: ['address location.href //x.test/1'],
    [`window['location'] = '//x.test/';`]: ['address location //x.test/'],
    [`var f = ['a', 'b'].join('.'); new Image().src = f;`]: ['address <img>.src a.b'],
  };
  for (const [code, effects] of Object.entries(cases)) {
    it(`records ${effects.join(', ')}: ${code}`, () => assert.deepEqual(effectsOf(code), effects));
  }
});

describe('script tracer: limits', () => {
  const endless: readonly string[] = [
    'for (;;) {}',
    'function f() { f(); } f();',
    'function f() { setTimeout(f, 1); } f();',
    `var s = 'a'; for (;;) s += s;`,
    `var s = ''; for (;;) { s += 'ab'; s.charAt(1); }`,
    'var a = []; for (;;) a.push(a.slice());',
    `for (var i = 0; ; i++) eval('f(' + i + ')');`,
    'for (;;) { try { throw 1; } catch (e) {} }',
    'function f() { return [1].map(f); } f();',
    `/(a+)+$/.test('${'a'.repeat(40)}b');`,
    'while (unknown) {}',
  ];
  for (const code of endless) {
    it(`ends: ${code.slice(0, 50)}`, () => assert.ok(trace(code)));
  }

  it('has the same result each time', () => {
    const code = `function f(n) { return n < 2 ? n : f(n - 1) + f(n - 2); } eval('reached' + f(30) + '("the end")'); for (;;) {}`;
    assert.deepEqual(trace(code).effects, trace(code).effects);
    assert.deepEqual(codesOf(code), codesOf(code));
  });

  it('goes on with functions that nobody calls after an endless loop', () => {
    assert.deepEqual(codesOf(`function later() { eval('${target}'); } for (;;) {}`), [target]);
  });
});
