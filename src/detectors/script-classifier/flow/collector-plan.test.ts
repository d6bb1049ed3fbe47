import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOf, readCode, taintNames } from '../fixtures/read-code.ts';
import { planCollectors } from './collector-plan.ts';
import type { Collector } from './collectors.ts';

/** Where values flow to: one line for each expression with a collector. */
function planOf(code: string): string[] {
  const reading = readCode(code);
  const { collectors } = planCollectors(reading);
  const lines = collectors.flatMap((collector, number) => {
    const targets = collector ? targetsOf(collector) : '';
    return targets === '' ? [] : [`${codeOf(reading, number)} -> ${targets}`];
  });
  return lines;

  function targetsOf({ variables, members, own, returnsFrom, sink }: Collector): string {
    return [
      ...variables.map(({ name }) => name),
      ...members.map(({ variable, name }) => `${variable.name}.${name}`),
      ...own.map(({ name }) => `this.${name}`),
      ...(returnsFrom === undefined ? [] : ['return']),
      ...(sink ? [sink.kind.toUpperCase()] : []),
      ...(sink?.bits ? [taintNames(sink.bits)] : []),
    ].join(', ');
  }
}

describe('collector plan: flows of values', () => {
  const cases: Readonly<Record<string, readonly string[]>> = {
    'var a = b;': ['b -> a'],
    'a = b;': ['b -> a'],
    'var { a, c: [d] } = b;': ['b -> a, d'],
    'a.b.c = d;': ['d -> a.b'],
    'window.a.b = c;': ['c -> a.b'],
    'var a = { b: c, [d]: e };': ['b: c -> a.b', '[d]: e -> a'],
    'a[b] = c;': ['c -> a'],
    'window.a = b;': ['b -> a'],
    'document.title = b;': ['b -> document.title'],
    '(a = c).d = b;': ['c -> a', 'b -> a.d'],
    '(a || b).c = d;': ['d -> a.c'],
    'this.a = b;': ['b -> this.a'],
    'this.a.b = c;': ['c -> this.a'],
    'const self = this; self.a = b;': ['this -> self', 'b -> self.a, this.a'],
    'class A { #a = b; }': ['b -> this.#a'],
    'for (const a of b);': ['b -> a'],
    'for (a of b);': ['b -> a'],
    'for (const a in b);': [],
    'function f() { return a; }': ['a -> return'],
    '() => a;': ['a -> return'],
    'function* f() { yield a; }': ['a -> return'],
    'return a;': [],
    'function f(a, [b]) {} f(c, d);': ['c -> a', 'd -> b'],
    'a.push(b, c);': ['b -> a', 'c -> a'],
    'this.a.set(b, c);': ['b -> this.a', 'c -> this.a'],
    'a.other(b);': [],
    [`var f = document.createElement('form'); f.appendChild(a);`]: [
      `document.createElement('form') -> f`,
      'a -> f',
    ],
    'a.appendChild(b);': [],
    'a.forEach((b, c) => {});': ['a -> b, c'],
    'a.then(f); function f(b) {}': ['a -> b'],
    '[].map.call(a, (b) => 1);': ['a -> b', '1 -> return'],
    '$.each(a, (b, c) => {});': ['a -> b, c'],
    'a.other((b) => {});': [],
  };
  for (const [code, plan] of Object.entries(cases)) {
    it(code, () => assert.deepEqual(planOf(code), plan));
  }
});

describe('collector plan: methods', () => {
  const iterating = ['forEach', 'map', 'filter', 'each', 'then', 'reduce', 'some', 'every'];
  for (const method of [...iterating, 'find', 'flatMap']) {
    it(`${method} passes items to its callback`, () => {
      assert.deepEqual(planOf(`a.${method}((b) => {});`), ['a -> b']);
    });
  }
  for (const method of ['push', 'unshift', 'append', 'set', 'add', 'setItem']) {
    it(`${method} stores its arguments`, () => {
      assert.deepEqual(planOf(`a.${method}(b);`), ['b -> a']);
    });
  }
  for (const method of ['appendChild', 'insertBefore', 'prepend']) {
    it(`${method} puts elements into forms that the script creates`, () => {
      const [, stored] = planOf(`var f = document.createElement('form'); f.${method}(a);`);
      assert.equal(stored, 'a -> f');
    });
  }
});

describe('collector plan: sinks', () => {
  const element = (tag: string): string => `document.createElement('${tag}')`;
  const cases: Readonly<Record<string, readonly string[]>> = {
    'fetch(a, b);': ['a -> FETCH', 'b -> FETCH'],
    'fetch.call(window, a);': ['window -> FETCH', 'a -> FETCH'],
    'navigator.sendBeacon(a);': ['a -> BEACON'],
    'unknown.fetch(a);': [],
    'new Image().src = a;': ['a -> IMAGE'],
    'a.src = b;': ['b -> a.src'],
    'f().src = b;': ['b -> IMAGE'],
    'window.location = a;': ['a -> location, LOCATION'],
    'location.href = a;': ['a -> location.href, LOCATION'],
    'var location = a;': ['a -> location'],
    'import(a);': ['a -> SCRIPT'],
    'eval(a);': ['a -> CODE'],
    [`setTimeout('a()', 1);`]: [`'a()' -> CODE`],
    [`setTimeout('a' + b, 1);`]: [`'a' + b -> CODE`],
    [`setTimeout(atob(a), 1);`]: ['atob(a) -> CODE'],
    'setTimeout(a, 1);': [],
    [`let a = 'b' + c; setTimeout(a, 1);`]: [`'b' + c -> a`, 'a -> CODE'],
    'setTimeout(1, 1);': [],
    [`f.constructor('a()');`]: [`'a()' -> CODE`],
    'f.constructor(a);': [],
    [`window[decode('a')](b);`]: ['b -> CODE'],
    [`window[decode(1)](b);`]: [],
    [`other[decode('a')](b);`]: [],
    'a.innerHTML = b;': ['b -> a.innerHTML, MARKUP'],
    'a.style.cssText = b;': ['b -> a.style, STYLE'],
    'a.style.color = b;': ['b -> a.style, STYLE'],
    'a.insertAdjacentHTML(b, c);': ['b -> MARKUP', 'c -> MARKUP'],
    [`${element('img')}.setAttribute('src', a);`]: [`'src' -> IMAGE`, 'a -> IMAGE'],
    [`${element('img')}.setAttribute('alt', a);`]: [],
    [`a.setAttribute('style', b);`]: [`'style' -> STYLE`, 'b -> STYLE'],
    [`a.setAttribute('onload', b);`]: [`'onload' -> CODE`, 'b -> CODE'],
    [`a.setAttribute('srcdoc', b);`]: [`'srcdoc' -> MARKUP`, 'b -> MARKUP'],
    [`$('<img>').attr('src', a);`]: [`'src' -> IMAGE`, 'a -> IMAGE'],
    [`Object.assign(${element('img')}, { src: a, alt: b });`]: ['a -> IMAGE'],
    'Object.assign(o, { src: a });': [],
    [`${element('iframe')}.contentWindow.postMessage(a);`]: ['a -> MESSAGE'],
    'a.postMessage(b);': [],
    [`${element('form')}.submit();`]: [`${element('form')} -> FORM`],
    [`document.querySelector('form').cloneNode().submit();`]: [
      `document.querySelector('form').cloneNode() -> FORM, field allFields`,
    ],
    [`document.querySelector('form').submit();`]: [],
    'WebAssembly.compile(a);': ['a -> WASM'],
  };
  for (const [code, plan] of Object.entries(cases)) {
    it(code, () => assert.deepEqual(planOf(code), plan));
  }
});

describe('collector plan: external data', () => {
  const events = (code: string): string[] => {
    const { eventSources, keyEvents } = planCollectors(readCode(code));
    return [
      ...eventSources.map(({ variable, bits }) => `${variable.name} ${taintNames(bits)}`),
      ...[...keyEvents].map(({ name }) => `${name} keys`),
    ];
  };
  const cases: Readonly<Record<string, readonly string[]>> = {
    [`addEventListener('message', (e) => {});`]: [],
    [`window.addEventListener('message', (e) => {});`]: ['e remote'],
    's.onmessage = (e) => {};': ['e remote'],
    [`document.addEventListener('keydown', (e) => {});`]: ['e keys'],
    [`addEventListener('keydown', (e) => {});`]: ['e keys'],
    [`document.attachEvent('onkeyup', f); function f(e) {}`]: ['e keys'],
    [`$(a).on('keypress', 'input', (e) => {});`]: ['e keys'],
    [`['keyup', 'click'].forEach((n) => document.addEventListener(n, (e) => {}));`]: ['e keys'],
    'document.onkeydown = (e) => {};': ['e keys'],
    'document.onclick = (e) => {};': [],
    'const f = window.fetch; window.fetch = function (url, options) { take(options.body); return f(url, options); };':
      ['options field allFields'],
    'const f = fetch; fetch = (url, options) => { take(options); return f.call(this, url, options); };':
      ['options field allFields'],
    'const f = fetch; fetch = (url, options) => { note(url, options && options.method); return f(url, options); };':
      [],
    'window.fetch = function (url, options) { const x = new XMLHttpRequest(); x.send(options.body); };':
      [],
    'XMLHttpRequest.prototype.send = function (body) {};': ['body field allFields'],
    'navigator.sendBeacon = (url, data) => {};': ['data field allFields'],
    'o.fetch = (url, options) => {};': [],
    'for (const k in localStorage);': ['k storage storageDump'],
    'for (k in sessionStorage);': ['k storage storageDump'],
    'for (const k in o);': [],
  };
  for (const [code, found] of Object.entries(cases)) {
    it(`${found.join(', ') || 'nothing'}: ${code}`, () => assert.deepEqual(events(code), found));
  }
});
