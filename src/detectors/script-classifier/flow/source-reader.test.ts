import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lastAssigned, numberOf, readCode, taintNames } from '../fixtures/read-code.ts';
import { planCollectors } from './collector-plan.ts';
import { SourceReader } from './source-reader.ts';

const sourcesOf = (code: string) => {
  const reading = readCode(code);
  return { reading, sources: new SourceReader(reading, planCollectors(reading)) };
};

/** The bits that the expression of the last statement, `x = …;`, introduces itself. */
function introduced(code: string): string {
  const { reading, sources } = sourcesOf(code);
  const node = lastAssigned(reading);
  return taintNames(sources.bits(node, reading.tree.numberOf(node)));
}

describe('source reader', () => {
  const cases: Readonly<Record<string, string>> = {
    'x = document.cookie;': 'cookie wholeCookie',
    'var d = document; x = d.cookie;': 'cookie wholeCookie',
    'x = document.title;': '',
    'x = localStorage;': 'storage wholeStorage',
    [`x = sessionStorage.getItem('a');`]: 'storage',
    'x = localStorage.key(0);': 'storage storageDump',
    'x = Object.entries(localStorage);': 'storageDump',
    'x = Object.entries(a);': '',
    [`x = document.querySelector('a').value;`]: 'field',
    'x = document.forms;': 'field allFields',
    'x = document.forms[0].email.value;': 'field',
    'x = document.forms[0].cvv.value;': 'field cardName',
    'x = document.activeElement.value;': 'field allFields',
    'x = a.target.value;': 'field',
    'x = this.value;': 'field',
    'x = a.value;': '',
    [`x = document.querySelector('form').elements;`]: 'field allFields',
    'x = a.elements;': '',
    [`x = $('#a').val();`]: 'field',
    [`x = $('form').serialize();`]: 'field allFields',
    'x = a.serialize();': 'field allFields',
    'x = a.serialize(b);': '',
    [`class A { serialize() {} } x = a.serialize();`]: '',
    [`class A { serialize() {} } x = $('form').serialize(0);`]: 'field allFields',
    [`x = document.querySelector('#mnemonic');`]: 'passwordName',
    'x = o.privateKey;': '',
    [`a = '<input id="n1" placeholder="Card number">'; x = document.querySelector('div #n1');`]:
      'cardName',
    [`a = '<input class="b n1" placeholder="Seed phrase">'; x = $('.n1');`]: 'passwordName',
    [`a = '<input id="n" placeholder="Street">'; x = document.getElementById('n');`]: '',
    [`a = '<input v-model="card" autocomplete="cc-number">'; x = this.card;`]: 'field cardName',
    [`a = '<input ng-model="form.phrase">'; x = $scope.phrase;`]: 'field',
    [`a = '<input v-model="phrase">'; x = phrase.value;`]: 'field',
    [`a = '<input v-model="phrase">'; x = o.phrase;`]: '',
    'x = new FormData(a);': 'field allFields',
    'x = new FormData();': '',
    [`x = document.querySelector('#cc-number');`]: 'cardName',
    [`x = document.querySelector('input[type=password]');`]: 'passwordName',
    [`x = document.querySelectorAll('input, select');`]: 'allFields',
    [`x = document.querySelectorAll('a');`]: '',
    [`x = 'cardnumber';`]: 'cardName',
    [`x = 'Card';`]: '',
    [`x = 'PW';`]: '',
    [`x = 'password';`]: 'passwordName',
    'x = o.cardNumber;': 'cardName',
    'x = o.cc;': '',
    'x = event.key;': 'key',
    'x = navigator.clipboard.readText();': 'clipboard',
    [`x = e.clipboardData.getData('text');`]: 'clipboard',
    'x = new XMLHttpRequest().responseText;': 'remote',
    'x = a.responseText;': 'remote',
    [`x = fetch('/a');`]: 'remote',
    'x = atob(a);': 'decoded',
    'x = btoa(a);': 'encoded',
    'x = unescape(a);': 'decoded',
    'x = unescape(/a=(.*)/.exec(document.cookie)[1]);': '',
    [`const all = d.cookie.split(';'); const pair = all[i].split('='); x = unescape(pair[1]);`]: '',
    'x = String.fromCharCode(a);': '',
    'x = String.fromCharCode(a, b, c);': 'decoded',
    'x = String.fromCharCode(...a);': 'decoded',
    'x = String.fromCharCode(a >> 6 | 192, b, c);': '',
    [`function f(s) { return atob(s); } x = f('Ly94LnRlc3Q=');`]: 'decoded',
    [`function f(s) { return atob(s); } x = f('aGVsbG8=');`]: '',
    'x = 1;': '',
    'x = f();': '',
  };
  for (const [code, bits] of Object.entries(cases)) {
    it(`finds ${bits || 'nothing'}: ${code}`, () => assert.equal(introduced(code), bits));
  }

  /** An expression within a script. */
  const inside: Readonly<Record<string, readonly [code: string, bits: string]>> = {
    'e.key': [`document.addEventListener('keydown', (e) => f(e.key));`, 'key'],
    'e.which': ['document.onkeyup = function (e) { f(e.which); };', 'key'],
    'e.code': [`document.addEventListener('click', (e) => f(e.code));`, ''],
    'k.key': [
      `document.addEventListener('keydown', (e) => take(e)); function take(k) { f(k.key); }`,
      'key',
    ],
    'e.target.value': [
      `document.addEventListener('input', (e) => f(e.target.value));`,
      'field allFields',
    ],
    this: [`$('#cvv').each(function () { f(this); });`, 'cardName'],
    'String.fromCharCode(c)': ['for (const c of codes) s += String.fromCharCode(c);', 'decoded'],
    'String.fromCharCode(n)': ['codes.map((n) => String.fromCharCode(n));', 'decoded'],
    'String.fromCharCode(m)': ['f((m) => String.fromCharCode(m));', ''],
    'cvv: 1': ['f({ cvv: 1 });', 'cardName'],
    'cid: 1': ['f({ cid: 1 });', ''],
  };
  for (const [expression, [code, bits]] of Object.entries(inside)) {
    it(`finds ${bits || 'nothing'} in ${expression}: ${code}`, () => {
      const { reading, sources } = sourcesOf(code);
      const number = numberOf(reading, expression);
      const node = reading.tree.node(number);
      assert.ok(node);
      assert.equal(taintNames(sources.bits(node, number)), bits);
    });
  }

  const labels: Readonly<Record<string, string>> = {
    [`function f(e) { if (e.type === 'submit' || e.type === 'button') g(e.value); }`]: '',
    [`function f(e) { var t; if (!t && ('submit' == e.type)) t = e.value; }`]: '',
    [`function f(e) { return 'button' === e.type && e.value; }`]: '',
    [`function f(e) { return e.type === 'reset' ? e.value : ''; }`]: '',
    [`function f(e) { return e.type === 'reset' ? '' : e.value; }`]: 'field allFields',
    [`function f(e) { if (e.type === 'submit' || e.type === 'text') g(e.value); }`]:
      'field allFields',
    [`function f(e, o) { if (o.type === 'submit') g(e.value); }`]: 'field allFields',
  };
  for (const [code, bits] of Object.entries(labels)) {
    const listening = `document.addEventListener('click', (c) => f(c.target)); ${code}`;
    it(`finds ${bits || 'nothing'} in e.value: ${code}`, () => {
      const { reading, sources } = sourcesOf(listening);
      const number = numberOf(reading, 'e.value');
      const node = reading.tree.node(number);
      assert.ok(node);
      assert.equal(taintNames(sources.bits(node, number)), bits);
    });
  }

  /** `this` is an element in a handler, and an instance in the methods of a class. */
  const values: Readonly<Record<string, string>> = {
    'f.onchange = function () { g(this.value); };': 'field',
    '$(a).on({ change() { g(this.value); } });': 'field',
    'class A { read() { g(this.value); } }': '',
    'class A { read = () => { g(this.value); }; }': '',
    'function f() { g(this.value); } take(f.bind({ value: 1 }));': '',
    'function f() { g(this.value); } take(f.bind(element));': 'field',
    'function A() {} A.prototype.read = function () { g(this.value); };': '',
  };
  for (const [code, bits] of Object.entries(values)) {
    it(`finds ${bits || 'nothing'} in this.value: ${code}`, () => {
      const { reading, sources } = sourcesOf(code);
      const number = numberOf(reading, 'this.value');
      const node = reading.tree.node(number);
      assert.ok(node);
      assert.equal(taintNames(sources.bits(node, number)), bits);
    });
  }
});
