import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lastAssigned, readCode } from '../fixtures/read-code.ts';

/** The constant `x` in `x = …;`, the last statement of a script. */
function lastConstant(code: string) {
  const reading = readCode(code);
  return reading.values.constant(lastAssigned(reading));
}

function lastText(code: string): string | undefined {
  const constant = lastConstant(code);
  return constant?.kind === 'text' ? constant.text : constant?.items.join('|');
}

/** The result of a function with this body for `'abc'`. */
const returned = (body: string): string | undefined =>
  lastText(`function f(s) { ${body} } x = f('abc');`);

function cases(title: string, table: Readonly<Record<string, string | undefined>>): void {
  describe(title, () => {
    for (const [body, text] of Object.entries(table)) {
      it(`${text === undefined ? 'gives up' : 'works out'} ${body}`, () => {
        assert.equal(returned(body), text);
      });
    }
  });
}

cases('constant statements', {
  'return s;': 'abc',
  'return;': undefined,
  '{ return s; }': 'abc',
  '; return s;': 'abc',
  'if (s) return 1; return 2;': '1',
  'if (!s) return 1; else return 2;': '2',
  'if (!s) return 1; return 2;': '2',
  'var t; t = s; return t;': 'abc',
  'let t = 1, u = 2; return t + u;': '3',
  'const [t] = s; return t;': undefined,
  [`var t = ''; for (var i = 0; i < 3; i++) t += i; return t;`]: '012',
  [`var t = '', i = 0; for (i = 5; i > 3; ) { t += i; i--; } return t;`]: '54',
  [`var t = '', i = 3; while (i--) t += i; return t;`]: '210',
  [`var t = ''; do t += 'a'; while (t.length < 3); return t;`]: 'aaa',
  [`var t = ''; do t += 'a'; while (false); return t;`]: 'a',
  [`var t = ''; for (const c of s) t = c + t; return t;`]: 'cba',
  [`var t = ''; for (const i in s) t += i; return t;`]: '012',
  [`var t = ''; for (const k in { p: 1, q: 2 }) t += k; return t;`]: 'pq',
  [`var t = '', c; for (c of [1, 2]) t += c; return t;`]: '12',
  [`var t = ''; for (const c of s) { if (c === 'b') break; t += c; } return t;`]: 'a',
  [`var t = ''; for (const c of s) { if (c === 'b') continue; t += c; } return t;`]: 'ac',
  [`for (const c of s) if (c === 'b') return c; return '';`]: 'b',
  [`var i = 0; for (;;) { i++; if (i > 4) break; } return i;`]: '5',
  [`var i = 0; while (true) { i++; if (i > 4) return 'five'; }`]: 'five',
  [`var t = ''; for (const a of 'ab') { for (const b of 'cd') { if (b === 'd') break; t += a + b; } } return t;`]:
    'acbc',
  'function g(a) { return a + a; } return g(s);': 'abcabc',
  'switch (s) { default: return 1; }': undefined,
  'try { return s; } catch {}': undefined,
  'throw s;': undefined,
});

cases('constant expressions', {
  'return 1 + 2;': '3',
  [`return 1 + '2';`]: '12',
  'return 7 - 2 * 3;': '1',
  'return 7 / 2 % 2;': '1.5',
  'return 6 ^ 3;': '5',
  'return (6 & 3) + (4 | 1) + (1 << 3) + (9 >> 1) + (-1 >>> 28);': '34',
  'return -s.length + +"4" + ~1;': '-1',
  'return void 0 === undefined ? "a" : "b";': 'a',
  'return typeof s;': undefined,
  'return 1 < 2 ? "a" : "b";': 'a',
  'return 2 <= 1 || 2 >= 3 ? "a" : "b";': 'b',
  'return 2 <= 2 && 2 >= 2 ? "a" : "b";': 'a',
  'return 2 < 2 || 2 > 2 ? "a" : "b";': 'b',
  'return 1 == 1 && 1 != 2 && 1 !== 2 ? "a" : "b";': 'a',
  'return "" || "a";': 'a',
  'return "a" && "b";': 'b',
  'return null ?? "a";': 'a',
  'return "" ?? "a";': '',
  'return ("a", "b");': 'b',
  'return `<${s}>`;': '<abc>',
  'var i = 1; return i++ + i;': '3',
  'var i = 1; return ++i + i;': '4',
  'var i = 1; return i-- - --i;': '2',
  'var i = 4; i *= 2; i -= 1; return i;': '7',
  'return s[1] + s["2"];': 'bc',
  'return s[7] + "";': 'undefined',
  'return s.length;': '3',
  'return s.other;': undefined,
  'return [1, ...s, 2].join("");': '1abc2',
  'return [1, , 2].join("-");': '1--2',
  'return { a: 1, "b": 2, ["c"]: 3 }.b;': '2',
  'return { a: 1, f() {} }.a;': '1',
  'return { get a() { return 1; } }.a;': undefined,
  'var o = {}; o.a = s; return o.a;': 'abc',
  'var o = {}; return o.missing;': undefined,
  'var l = [1, 2]; l[0] = 3; l[2] = 4; return l.join("");': '324',
  'var l = [1]; l[5] = 3; return l.join("");': undefined,
  'return s === "abc" ? document : 1;': undefined,
  'return /a/;': undefined,
  'return 1n;': undefined,
  'return unknown;': undefined,
  'return unknown(s);': undefined,
  'return new Date();': undefined,
  'return this.a;': undefined,
});

cases('constant methods', {
  'return s.charAt(1) + s.charAt();': 'ba',
  'return s.charCodeAt(0) + s.codePointAt(1);': '195',
  'return s.at(-1);': 'c',
  'return s.indexOf("b");': '1',
  'return s.split("").length + s.split().length;': '4',
  'return s.slice(1) + s.slice(0, 1) + s.substring(1, 2) + s.substr(1, 1) + s.substr(1);':
    'bcabbbc',
  'return s.concat("d", 1);': 'abcd1',
  'return s.toUpperCase() + "A".toLowerCase() + " a ".trim() + s.toString();': 'ABCaaabc',
  'return s.replace("b", "$&") + s.replaceAll("b", "-");': 'a$&ca-c',
  'return s.replace(/[ac]/g, "x");': 'xbx',
  'return s.replace(/b/, (c) => c + c);': 'abbc',
  'return s.replaceAll(/./g, (c) => c.charCodeAt(0) + ".");': '97.98.99.',
  'return s.split(/b/).join("-");': 'a-c',
  'return s.match(/[bc]/g).join("-");': 'b-c',
  'return s["toUpper" + "Case"]();': 'ABC',
  'return s.normalize();': undefined,
  'return [3, 1].concat([2], 4).join("");': '3124',
  'return [1, 2, 3].reverse().slice(1).join("");': '21',
  'return [1, 2].indexOf(2) + [1, 2].at(-1);': '3',
  'var l = [1]; l.push(2, 3); l.unshift(0); return l.pop() + "" + l.shift() + l.join("");': '3012',
  'return [1, 2].toString() + [1, 2].join();': '1,21,2',
  'return [3, 1, 2].sort().join("");': undefined,
  'return [1, 2].map((n) => n * 2).join("");': '24',
  'return [1, 2, 3].filter((n) => n > 1).join("");': '23',
  'return [1, 2].map((n, at) => at).join("");': '01',
  'var t = ""; [1, 2].forEach((n) => { t += n; }); return t;': '12',
  'return [1, 2].reduce((sum, n) => sum + n);': '12',
  'return [1, 2].reduce((sum, n) => sum + n, 0);': '3',
  'return ["a", "b"].reduceRight((sum, n) => sum + n, "");': 'ba',
  'return [1, 2].some((n) => n);': undefined,
  'return Object.keys({ a: 1, b: 2 }).join("") + Object.values({ a: 1 }).join("");': 'ab1',
  'return Object.entries({ a: 1 });': undefined,
  'return Array.from("ab", (c) => c + c).join("");': 'aabb',
  'return Array.from(["a", "b"]).join("");': 'ab',
  'return Math.floor(1.5) + Math.max(1, 2) + Math.abs(-3) + Math.pow(2, 3);': '14',
  'return Math.random();': undefined,
  'return parseInt("ff", 16) + parseInt("10") + Number("1") + Number.parseInt("2");': '268',
  'return (255).toString(16) + (5).toString();': 'ff5',
  'return atob("aGk=") + unescape("%61") + String.fromCharCode(98);': 'hiab',
  'return atob("!");': undefined,
  'return fetch("a");': undefined,
});

describe('constant variables', () => {
  const table: Readonly<Record<string, string | undefined>> = {
    [`var s = 'h'; s += 'i'; x = s;`]: 'hi',
    [`var s = '', c = [106, 107]; for (var i = 0; i < c.length; i++) s += String.fromCharCode(c[i] ^ 2); x = s;`]:
      'hi',
    [`const p = []; p.push('h'); p.push('i'); x = p.join('');`]: 'hi',
    [`var t = ['h', 'hi']; var g = (n) => t[n - 7]; x = g(8);`]: 'hi',
    [`var t = { a: 'h', b: 'i' }; x = t.a + t['b'];`]: 'hi',
    [`var t = { a: 'h', f() {} }; x = t.a;`]: 'h',
    [`var t = { a: 'h' }; x = t.b;`]: undefined,
    [`var t = { a: 'h', b: document }; x = t.a;`]: undefined,
    [`var t = { a: 'h', b: 'i' }; function f() { var s = ''; for (var i = 0; i < 2; i++) s += t['ab'.charAt(i)]; return s; } x = f();`]:
      'hi',
    [`(function (a) { function f() { return a + 'i'; } y = f(); })('h'); x = y;`]: 'hi',
    [`const o = { f(s) { return s.split('').reverse().join(''); } }; x = o.f('ih');`]: 'hi',
    // An array that another function rotates: its items depend on the order of execution.
    [`var t = ['h', 'hi']; (function (a, n) { while (n--) a.push(a.shift()); })(t, 1); var g = (n) => t[n - 7]; x = g(8);`]:
      undefined,
    [`var s = 'h'; if (unknown) s += 'i'; x = s;`]: undefined,
    [`var s = 'h'; function f() { s += 'i'; } x = s;`]: undefined,
    [`var s = 'h'; s = 'i'; x = s;`]: undefined,
    [`var s = ''; for (const c of document.title) s += c; x = s;`]: undefined,
    [`var s = 'a'; s++; x = s;`]: 'NaN',
    [`var n = 1; n += 1; x = n;`]: undefined,
    [`function f() { return s; } var s = f() + ''; s += 'a'; x = s;`]: undefined,
  };
  for (const [code, text] of Object.entries(table)) {
    it(`${text === undefined ? 'gives up' : 'works out'} ${code}`, () => {
      assert.equal(lastText(code), text);
    });
  }
});

describe('hidden constants', () => {
  const spelt = (pieces: readonly string[]): string =>
    `var f = (l) => { var s = ''; for (var i = 0; i < l.length; i++) s += l[i]; return s; }; x = f(${JSON.stringify(pieces)});`;
  const table: Readonly<Record<string, boolean>> = {
    [`var f = (c) => 'a' + c; x = f('b');`]: false,
    [`var f = (c) => String.fromCharCode(c); x = f(98);`]: true,
    [`var f = (c) => atob(c); x = f('aGk=');`]: true,
    [`var f = (c) => (c ^ 1) + ''; x = f(98);`]: true,
    [`var f = (c) => c.split('').reverse().join(''); x = f('abc');`]: true,
    [`var f = (c) => c.toString(36); x = f(637);`]: true,
    [`var f = (c) => c.split('').join(''); x = f('abcdef');`]: false,
    // URLs that a loop concatenates are hidden, other texts are not.
    [spelt(['//x', '.t', 'es', 't/'])]: true,
    [spelt(['x', '.t', 'es', 't/'])]: false,
    [spelt(['//x', '.test'])]: false,
  };
  for (const [code, isDecoded] of Object.entries(table)) {
    it(`${isDecoded ? 'are decoded' : 'are plain'}: ${code}`, () => {
      assert.equal(lastConstant(code)?.isDecoded, isDecoded);
    });
  }
});

describe('limits of constant evaluation', () => {
  const loop = (rounds: number): string =>
    `(function () { for (var i = 0; i < ${rounds}; i++); return 'done'; })()`;

  it('allows 20,000 steps for a value', () => {
    // An iteration takes seven steps: the test with its two operands, the update and the body.
    assert.equal(lastText(`x = ${loop(2_000)};`), 'done');
    assert.equal(lastText(`x = ${loop(20_000)};`), undefined);
    assert.equal(lastText(`x = (function () { for (;;); })();`), undefined);
  });

  it('allows 120,000 steps for a script', () => {
    const all = Array.from({ length: 20 }, () => `f(${loop(3_000)});`).join('');
    const { tree, values } = readCode(all);
    const texts = tree
      .ofType('CallExpression')
      .filter((number) => tree.parent(number)?.type === 'CallExpression')
      .map((number) => values.text(tree.node(number)));
    const known = texts.filter((text) => text === 'done').length;
    assert.ok(known > 5 && known < 15, String(known));
    assert.ok(texts.slice(known).every((text) => text === undefined));
  });

  it('builds no texts and lists longer than 20,000', () => {
    const doubled = (times: number): string =>
      `x = (function () { var s = 'ab'; for (var i = 0; i < ${times}; i++) s += s; return s; })();`;
    assert.equal(lastText(doubled(13))?.length, 16_384);
    assert.equal(lastText(doubled(14)), undefined);
    const listed = (times: number): string =>
      `x = (function () { var l = [1]; for (var i = 0; i < ${times}; i++) l = l.concat(l); return l.length; })();`;
    assert.equal(lastText(listed(14)), '16384');
    assert.equal(lastText(listed(15)), undefined);
  });

  it('follows twelve nested calls', () => {
    const nested = (depth: number): string =>
      `function f(n) { return n ? 'a' + f(n - 1) : ''; } x = f(${depth});`;
    assert.equal(lastText(nested(11)), 'a'.repeat(11));
    assert.equal(lastText(nested(12)), undefined);
  });

  it('runs short functions only', () => {
    const long = (statements: number): string =>
      `function f() { ${'var a = 1;'.repeat(statements)} return 'a'; } x = f();`;
    assert.equal(lastText(long(90)), 'a');
    assert.equal(lastText(long(110)), undefined);
  });

  it('follows variables that are written in up to forty statements', () => {
    const written = (times: number): string => `var s = ''; ${`s += 'a';`.repeat(times)} x = s;`;
    assert.equal(lastText(written(39))?.length, 39);
    assert.equal(lastText(written(40)), undefined);
  });

  it('is not consumed by variables that are not constant', () => {
    const failing = Array.from(
      { length: 250 },
      (_, at) => `var s${at} = ''; s${at} += document.a;`,
    );
    const { tree, values } = readCode(`${failing.join('')} var t = 'h'; t += 'i'; f(t);`);
    const texts = tree.ofType('Identifier').map((number) => values.text(tree.node(number)));
    assert.equal(texts.at(-1), 'hi');
  });

  const patterns: Readonly<Record<string, string | undefined>> = {
    '/a+/': '-bc',
    '/(a)(b)/': '-c',
    '/a+b*/': undefined,
    '/(a+)+/': undefined,
    '/(?=a)/': undefined,
    '/(a)\\1/': undefined,
    [`/${'a'.repeat(60)}/`]: undefined,
  };
  for (const [pattern, text] of Object.entries(patterns)) {
    it(`${text === undefined ? 'refuses' : 'runs'} the pattern ${pattern}`, () => {
      assert.equal(returned(`return s.replace(${pattern}, '-');`), text);
    });
  }

  it('runs no pattern over a long text', () => {
    const code = (length: number): string =>
      `function f(s) { return s.replace(/a/, '-'); } x = f('${'a'.repeat(length)}');`;
    assert.equal(lastText(code(2_000))?.[0], '-');
    assert.equal(lastText(code(2_001)), undefined);
  });
});
