import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lastAssigned, readCode } from '../fixtures/read-code.ts';

/** The known values of `x` in `x = …;`, the last statement of a script. */
function lastValue(code: string) {
  const reading = readCode(code);
  const node = lastAssigned(reading);
  return {
    text: reading.values.text(node),
    constant: reading.values.constant(node),
    texts: reading.values.texts(node),
  };
}

describe('constants', () => {
  const texts: Readonly<Record<string, string | undefined>> = {
    [`x = 'a';`]: 'a',
    'x = 12;': '12',
    'x = -12;': '-12',
    'x = !1;': undefined,
    'x = null;': undefined,
    [`x = 'a' + 'b' + 1;`]: 'ab1',
    [`x = 'a' + ('b' + 'c');`]: 'abc',
    [`x = 'a' - 'b';`]: undefined,
    [`x = 'a' + b;`]: undefined,
    'x = `a`;': 'a',
    'var a = "b"; x = `a${a}c`;': 'abc',
    'x = `a${b}`;': undefined,
    [`x = (a, 'b');`]: 'b',
    [`x = y = 'a';`]: 'a',
    [`x = y += 'a';`]: undefined,
    [`x = atob('aGk=');`]: 'hi',
    [`x = window.atob('aG' + 'k=');`]: 'hi',
    [`x = window['at' + 'ob']('aGk=');`]: 'hi',
    [`var decode = atob; x = decode('aGk=');`]: 'hi',
    [`x = atob(' aGk=\\n');`]: 'hi',
    [`x = atob('no base64!');`]: undefined,
    [`x = unescape('%68%u0069%zz');`]: 'hi%zz',
    [`x = decodeURIComponent('%E2%82%AC');`]: '€',
    [`x = decodeURIComponent('%E2');`]: undefined,
    [`x = decodeURI('%68i');`]: 'hi',
    [`x = String.fromCharCode(104, 105);`]: 'hi',
    [`x = String.fromCodePoint(104, 105);`]: 'hi',
    [`x = String.fromCharCode(a);`]: undefined,
    [`x = String.fromCharCode.apply(null, [104, 105]);`]: 'hi',
    [`x = String.fromCharCode.apply(String, [104, 105]);`]: 'hi',
    [`x = String.fromCharCode(...[104, 105]);`]: undefined,
    [`x = String('hi');`]: 'hi',
    [`x = [104, 105].map(function (c) { return String.fromCharCode(c); }).join('');`]: 'hi',
    [`x = [104, 105].map((c) => String.fromCharCode(c ^ 1)).join('');`]: 'ih',
    [`x = 'ih'.split('').reverse().join('');`]: 'hi',
    [`x = (637).toString(36);`]: 'hp',
    [`x = (637).toString(99);`]: undefined,
    [`x = 'hi'.toString();`]: 'hi',
    [`x = 'hXi'.replace('X', '');`]: 'hi',
    [`x = 'hXiX'.replaceAll('X', '');`]: 'hi',
    [`x = 'a'.replace('a', '$&');`]: '$&',
    [`x = 'x-high'.slice(2, 4);`]: 'hi',
    [`x = 'x-high'.slice(2);`]: 'high',
    [`x = 'x-high'.substring(4, 2);`]: 'hi',
    [`x = 'high'.charAt(1);`]: 'i',
    [`x = 'h'.concat('i', '!');`]: 'hi!',
    [`x = ' HI '.toLowerCase().trim();`]: 'hi',
    [`x = 'hi'.toUpperCase();`]: 'HI',
    [`x = ['a', 'b'].join();`]: 'a,b',
    [`x = ['a', b].join('');`]: undefined,
    [`x = [].join('');`]: '',
    [`var a = ['q', 'hi']; x = a[1];`]: 'hi',
    [`var a = ['q', 'hi']; x = a[2];`]: undefined,
    [`var a = ['q', 'hi'], i = 1; x = a[i];`]: 'hi',
    [`var a = 'hi'; x = a;`]: 'hi',
    [`var a = 'hi'; a = 'ho'; x = a;`]: undefined,
    [`function f(a) { x = a; } f('hi'); x = 1; f; x = 'q';`]: 'q',
    [`(function (a) { y = a; })('hi'); x = y;`]: 'hi',
    [`var a = 'h'; a += 'i'; x = a;`]: 'hi',
    [`var a = 'h'; a = a + 'i'; a = a + '!'; x = a;`]: 'hi!',
    [`var { a } = { a: 'hi' }; x = a;`]: undefined,
    [`var a = a; x = a;`]: undefined,
    [`var a = b, b = a; x = a + b;`]: undefined,
    [`x = f('a');`]: undefined,
    [`x = f.g('a');`]: undefined,
  };
  for (const [code, text] of Object.entries(texts)) {
    it(`${text === undefined ? 'are not read from' : 'are read from'} ${code}`, () => {
      assert.equal(lastValue(code).text, text);
    });
  }

  /** The points of a text depend on how well it is hidden. */
  const hidden: Readonly<Record<string, readonly [isDecoded: boolean, pieces: number]>> = {
    [`x = 'a' + 'b' + 'c';`]: [false, 3],
    [`var a = 'b' + 'c'; x = 'a' + a;`]: [false, 3],
    'x = `a${1}b${2}`;': [false, 3],
    [`x = 'a,b,c'.split(',').join('');`]: [false, 3],
    [`x = atob('aGk=');`]: [true, 1],
    [`x = 'a' + atob('aGk=');`]: [true, 2],
    [`x = atob('aGk=').slice(1);`]: [true, 2],
    [`x = String.fromCharCode(104, 105, 33);`]: [true, 3],
    [`x = 'cba'.split('').reverse().join('');`]: [true, 3],
    [`x = ['a'].reverse().join('');`]: [false, 1],
    [`x = (637).toString(36);`]: [true, 1],
    [`var a = ['q', 'hi']; x = a[1];`]: [false, 2],
    [`var a = [atob('aGk='), 'q']; x = a[1];`]: [true, 2],
  };
  for (const [code, [isDecoded, pieces]] of Object.entries(hidden)) {
    it(`are ${isDecoded ? 'decoded' : 'plain'}, of ${pieces}: ${code}`, () => {
      const { constant } = lastValue(code);
      assert.ok(constant?.kind === 'text');
      assert.deepEqual([constant.isDecoded, constant.pieces], [isDecoded, pieces]);
    });
  }

  const lists: Readonly<Record<string, readonly string[]>> = {
    [`x = ['a', 'b', 1];`]: ['a', 'b', '1'],
    [`x = 'a,b'.split(',');`]: ['a', 'b'],
    [`x = ['a', 'b'].reverse();`]: ['b', 'a'],
    [`x = Array.from(['a', 'b']);`]: ['a', 'b'],
    [`var a = []; a.push('h'); a.push('i'); x = a;`]: ['h', 'i'],
  };
  for (const [code, items] of Object.entries(lists)) {
    it(`are lists: ${code}`, () => {
      const { constant } = lastValue(code);
      assert.ok(constant?.kind === 'list');
      assert.deepEqual(constant.items, items);
    });
  }

  it('record which lists are written as numbers', () => {
    const isNumeric = (code: string): unknown => {
      const { constant } = lastValue(code);
      return constant?.kind === 'list' && constant.isNumeric;
    };
    assert.equal(isNumeric('x = [1, 2];'), true);
    assert.equal(isNumeric(`x = [1, '2'];`), false);
  });

  const several: Readonly<Record<string, readonly string[]>> = {
    [`x = 'a';`]: ['a'],
    [`x = ['a', 'b'];`]: ['a', 'b'],
    [`let a = 'b'; a = 'c'; x = a;`]: ['b', 'c'],
    [`let a = 'b', d = a; d = 'e'; a = 'c'; x = d;`]: ['b', 'c', 'e'],
    [`x = b;`]: [],
    [`x = f();`]: [],
  };
  for (const [code, all] of Object.entries(several)) {
    it(`may be one of ${all.length}: ${code}`, () => assert.deepEqual(lastValue(code).texts, all));
  }

  it('may be one of the items that a callback gets', () => {
    const reading = readCode(`['a', 'b'].forEach((it) => f(it));`);
    const it1 = reading.tree.ofType('Identifier').at(-1) ?? -1;
    assert.deepEqual(reading.values.texts(reading.tree.node(it1)), ['a', 'b']);
  });

  it('distinguish variables of the same name', () => {
    const code = `function a(e) { e = 'x'; } function b(e) { return e; } var e = 'hi'; x = e;`;
    assert.equal(lastValue(code).text, 'hi');
  });

  it('join very long sums', () => {
    assert.equal(lastValue(`x = 'a'${`+'b'`.repeat(30_000)};`).text?.length, 30_001);
  });

  it('follow at most forty variables', () => {
    const chain = (length: number): string =>
      `var a0 = 'hi';${Array.from({ length }, (_, at) => `var a${at + 1} = a${at};`).join('')}`;
    assert.equal(lastValue(`${chain(38)} x = a38;`).text, 'hi');
    assert.equal(lastValue(`${chain(60)} x = a60;`).text, undefined);
  });

  it('are no longer than 400,000 characters', () => {
    const doubled = (times: number): string =>
      `var a0 = 'x';${Array.from({ length: times }, (_, at) => `var a${at + 1} = a${at} + a${at};`).join('')}`;
    assert.equal(lastValue(`${doubled(18)} x = a18;`).text?.length, 262_144);
    assert.equal(lastValue(`${doubled(19)} x = a19;`).text, undefined);
  });

  it('are limited in their total length per script', () => {
    const { tree, values } = readCode(`var a = '${'x'.repeat(5000)}'; ${'a + a;'.repeat(100)}`);
    const lengths = tree.ofType('BinaryExpression').map((it) => values.text(tree.node(it))?.length);
    const known = lengths.filter((length) => length === 10_000).length;
    // 400,000 characters and 200 for each of about 400 nodes; each sum takes 10,000.
    assert.ok(known > 40 && known < 60, String(known));
    assert.ok(lengths.slice(known).every((length) => length === undefined));
  });

  it('include the name of a property, even if it is computed', () => {
    const nameIn = (code: string): string | undefined => {
      const reading = readCode(code);
      const node = lastAssigned(reading);
      assert.ok(node.type === 'MemberExpression');
      return reading.values.property(node);
    };
    assert.equal(nameIn('x = a.b;'), 'b');
    assert.equal(nameIn(`x = a['b' + 'c'];`), 'bc');
    assert.equal(nameIn('x = a[b];'), undefined);
    assert.equal(nameIn('class A { #b; c() {} } x = a.b;'), 'b');
  });
});
