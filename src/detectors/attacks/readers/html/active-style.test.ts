import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { activeStyle } from './active-style.ts';

describe('a style', () => {
  for (const [css, expected] of [
    ['width: expression(alert(1))', 'clear'],
    ['width: e\\78 pr/* "*/ession ( run() )', 'clear'],
    ['width: expression(2)', 'likely'],
    ['background: url("java\nscript:run()")', 'clear'],
    ['b{-moz-binding:url(//h.test/x.xml#x)}', 'clear'],
    ['behavior: url(x.htc)', 'likely'],
    ['@import "data:,*{color:red}"', 'likely'],
    ['background: url(/a{b};color:red/*/c.png)', 'likely'],
    ['@import url(//h.test/x.css)', 'weak'],
    ['v\\:*{behavior:url(#default#VML)}', 'weak'],
    ['background: url("data:image/png;base64,AAAA") no-repeat', undefined],
    ['font: 12px x; /* expression(x), javascript: */', undefined],
    ['content: "/* "; color: red', undefined],
  ] as const) {
    it(`is ${expected ?? 'harmless'}: ${css}`, () =>
      assert.equal(activeStyle(css, false), expected));
  }

  it('loads no sheets in a value that is no rich text', () => {
    assert.equal(activeStyle('@import "//h.test/x.css"', true), 'likely');
  });
});
