import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lastAssigned, readCode } from '../fixtures/read-code.ts';

/** The path of `x` in `x = …;`, the last statement of a script. */
function lastPath(code: string): string {
  const reading = readCode(code);
  return reading.values.path(lastAssigned(reading));
}

describe('paths', () => {
  const paths: Readonly<Record<string, string>> = {
    'x = a;': 'a',
    'x = window.document.cookie;': 'document.cookie',
    [`x = self['docu' + 'ment']['cookie'];`]: 'document.cookie',
    'var d = document; x = d.cookie;': 'document.cookie',
    'x = a[b];': '?',
    'x = (a, document).title;': 'document.title',
    'x = document?.title;': 'document.title',
    'x = (y = document).title;': 'document.title',
    'x = (b() || document).title;': 'document.title',
    'x = (b.closest && document).title;': 'document.title',
    'x = (b ? document : c).title;': 'document.title',
    'x = (b ? c() : document).title;': 'document.title',
    [`x = (await fetch('/a')).body;`]: '<response>.body',
    [`x = document.createElement('SCRIPT');`]: '<script>',
    [`x = document.createElementNS(space, 'img');`]: '<img>',
    'x = document.createElement(tag);': '<element>',
    'var i = new Image(); x = i.src;': '<img>.src',
    'x = new WebSocket(u).send;': '<websocket>.send',
    [`x = new RTCPeerConnection().createDataChannel('a');`]: '<channel>',
    'x = window.open(u);': '<window>',
    [`x = document.querySelectorAll('input')[0].value;`]: '<node>.value',
    [`x = document.querySelector('a').parentNode.value;`]: '<node>.value',
    [`x = document.querySelector('a').cloneNode(true);`]: '<clone>',
    [`x = [...document.querySelectorAll('a')][0];`]: '<node>',
    'x = [...a][0];': '?',
    [`x = Array.from(document.querySelectorAll('a'))[0].value;`]: '<node>.value',
    [`x = Object.assign(new Image(), {}).src;`]: '<img>.src',
    'x = Object.assign({}, a).src;': '?.src',
    'x = document.forms[0].email.value;': '<node>.email.value',
    [`x = $('#a').val;`]: '<node>.val',
    [`x = $('#a').find('b').first().val;`]: '<node>.val',
    [`x = $('<img>').attr;`]: '<img>.attr',
    'x = fetch.bind(window);': 'fetch',
    'x = a().b;': '?.b',
    'var a = a.b; x = a;': '?.b',
    'let i = null; i = new Image(); x = i.src;': '<img>.src',
    'let i = new Image(); i = new Audio(); x = i.src;': '?.src',
    [`let n = $('a'); n = n.parentNode; x = n.value;`]: '<node>.value',
    [`let i = 1; i++; x = i.a;`]: '?.a',
    [`function find(n) { return document.getElementById(n); } x = find('a').value;`]:
      '<node>.value',
    'function make() { return new Image(); } x = make().src;': '?.src',
    'function f() {} x = f;': '?',
    'this.socket = new WebSocket(u); x = this.socket.send;': '<websocket>.send',
    'this.a = new Image(); o.a = new Audio(); x = this.a.src;': '?.a.src',
    'class A { s = new WebSocket(u); } x = unknown().s.send;': '<websocket>.send',
    'const { cookie } = document; x = cookie;': 'document.cookie',
    'const { body: { style } } = document; x = style;': 'document.body.style',
  };
  for (const [code, path] of Object.entries(paths)) {
    it(`are ${path}: ${code}`, () => assert.equal(lastPath(code), path));
  }

  /** The last path that is read in a function. */
  const inside: Readonly<Record<string, string>> = {
    '(function (w, d) { d.cookie; })(window, document);': 'document.cookie',
    [`document.addEventListener('a', (e) => e.target);`]: '<anynode>',
    [`$(document).on('a', (e) => e.target);`]: '<anynode>',
    [`$('body').on('a', (e) => e.target);`]: '<anynode>',
    [`el.addEventListener('a', (e) => e.target);`]: '<node>',
    [`el.onsubmit = ({ target }) => target.elements;`]: '<node>',
    [`document.querySelectorAll('a').forEach((a) => a.value);`]: '<node>.value',
    '[].forEach.call(document.forms, (f) => f.elements);': '<node>',
    'list.forEach((a) => a.value);': '?.value',
    [`$('a').each(function () { this.value; });`]: '<node>.value',
    [`$('a').each(() => { this.value; });`]: 'value',
    'this.document.cookie;': 'document.cookie',
    'this.own = 1; this.own;': '?.own',
    'jQuery(function (a) { a.ajax; });': 'jQuery.ajax',
    'jQuery(document).ready(function (a) { a.ajax; });': 'jQuery.ajax',
    'jQuery17.ajax;': 'jQuery.ajax',
    'f(function () { this.value; });': '?.value',
    [`ready(function ($) { $('a').value; });`]: '<node>.value',
    'ready(function (q) { q.value; });': '?.value',
    'for (const f of document.forms) f.elements;': '<node>',
  };
  for (const [code, path] of Object.entries(inside)) {
    it(`are ${path} in a function: ${code}`, () => {
      const { tree, values } = readCode(code);
      const members = tree.ofType('MemberExpression').filter((number) => {
        const parent = tree.parent(number)?.type;
        return parent !== 'CallExpression' && parent !== 'MemberExpression';
      });
      assert.equal(values.path(tree.node(members.at(-1) ?? -1)), path);
    });
  }
});
