import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOf, readCode } from '../fixtures/read-code.ts';
import type { Passage } from './flow-graph.ts';
import { passageThrough } from './passage.ts';

/** How much of the last `v` propagates through the expression around it. */
function passageOf(code: string, outer: Passage): Passage {
  const reading = readCode(code);
  const names = reading.tree.ofType('Identifier');
  const number = names.findLast((it) => codeOf(reading, it) === 'v') ?? -1;
  return passageThrough(reading, number, outer);
}

describe('passage through an expression', () => {
  const cases: Readonly<Record<string, Passage>> = {
    'x = v;': 'whole',
    'x = v + 1;': 'whole',
    'x = `a${v}`;': 'whole',
    'x = [v];': 'whole',
    'x = [...v];': 'whole',
    'x = { a: v };': 'whole',
    'x = await v;': 'whole',
    'x = encodeURIComponent(v);': 'whole',
    'x = Object.assign({}, v);': 'whole',
    'x = btoa(v);': 'sealed',
    'x = JSON.stringify(v);': 'sealed',
    'x = `a = ${JSON.stringify(v)}`;': 'quoted',
    [`x = '{' + JSON.stringify(v);`]: 'quoted',
    'x = /^[a-z_][\\w$]*$/.test(a) ? v : b;': 'part',
    'var t = /^[a-z]+$/; x = t.test(a) ? v : b;': 'part',
    'x = /^[^]+$/.test(a) ? v : b;': 'text',
    'function v() {} x = v();': 'whole',
    'x = v || a;': 'text',
    'x = a ? v : b;': 'text',
    'x = (a, v);': 'text',
    'x = v.member;': 'text',
    'x = atob(v);': 'text',
    'x = new TextDecoder(v);': 'text',
    'x = a.concat(v);': 'text',
    'x = new Set(v);': 'part',
    'x = f(v);': 'part',
    'x = a.exec(v);': 'part',
    'var t = ["a"]; x = t[v];': 'part',
    'var t = { a: 1 }; x = t[v];': 'part',
    'x = localStorage[v];': 'part',
    'x = counts[v];': 'none',
    'var t = []; x = t[v];': 'none',
    'x = v.length;': 'none',
    'x = v.emptyScript;': 'none',
    'x = crypto.subtle.digest(a, v);': 'none',
    'x = v === a;': 'none',
    'x = v > 1;': 'none',
    'x = v - 1;': 'none',
    'x = v in a;': 'none',
    'x = !v;': 'none',
    'x = typeof v;': 'none',
    'x = v ? 1 : 2;': 'none',
    'x = a.test(v);': 'none',
    'x = a.includes(v);': 'none',
    'a.addEventListener(v);': 'none',
  };
  for (const [code, passage] of Object.entries(cases)) {
    it(`is ${passage}: ${code}`, () => assert.equal(passageOf(code, 'whole'), passage));
  }

  it('is never more than the outer passage', () => {
    const inner: Readonly<Record<string, Passage>> = {
      'x = v + 1;': 'part',
      'x = v || a;': 'part',
      'x = btoa(v);': 'part',
      'x = v === a;': 'none',
    };
    for (const [code, passage] of Object.entries(inner)) {
      assert.equal(passageOf(code, 'part'), passage, code);
    }
    assert.equal(passageOf('x = v + 1;', 'text'), 'text');
    assert.equal(passageOf('x = v + 1;', 'sealed'), 'sealed');
  });
});
