import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOf, lastExpression, readCode } from '../fixtures/read-code.ts';
import { functionsOf, isOwnObject, isThis, knownCall, returnedBy } from './known-calls.ts';

/** The function that the call in the last statement runs, and the arguments of its parameters. */
function calledIn(code: string): string | undefined {
  const reading = readCode(code);
  const call = knownCall(reading.tree, reading.bindings, lastExpression(reading));
  if (!call) return undefined;
  const args = call.args.map((arg) => codeOf(reading, arg)).join(', ');
  return `${codeOf(reading, call.functionNumber)} with ${args}`;
}

describe('known calls', () => {
  const cases: Readonly<Record<string, string | undefined>> = {
    'function f(a) {} f(1, 2);': 'function f(a) {} with 1, 2',
    'const f = (a) => a; f(1);': '(a) => a with 1',
    '(function (a) {})(1);': 'function (a) {} with 1',
    '(0, f)(1); function f() {} (0, f)(1);': 'function f() {} with 1',
    'function f() {} f.call(self, 1);': 'function f() {} with 1',
    '(function () {}).call(this, 1);': 'function () {} with 1',
    'function f() {} f.apply(self, [1]);': undefined,
    'class A { constructor(a) {} } new A(1);': '(a) {} with 1',
    'class A { } new A(1);': undefined,
    'var A = (function () { function A(a) {} return A; })(); new A(1);': 'function A(a) {} with 1',
    'let f = () => 1; f = () => 2; f(3);': undefined,
    'f(1);': undefined,
    'const o = { save() {} }; o.save(1);': '() {} with 1',
    'class A { save() {} } this.save(1);': '() {} with 1',
    'class A { save() {} } unknown.save(1);': '() {} with 1',
    'class A { save() {} } class B { save() {} } unknown.save(1);': undefined,
    // Methods with these names are those of the browser, unless the object certainly belongs to the script.
    'class A { send() {} } unknown.send(1);': undefined,
    'class A { ab() {} } unknown.ab(1);': undefined,
    'class A { send() {} } const a = new A(); a.send(1);': undefined,
    'class A { constructor() {} send() {} } const a = new A(); a.send(1);': '() {} with 1',
    'const o = { send() {} }; o.send(1);': '() {} with 1',
    'const o = { save() {} }; o["save"](1);': undefined,
    'const api = { save: () => save }; function save(a) {} api.save(1);':
      'function save(a) {} with 1',
    'function save() {} a.save = save; a.save(1);': 'function save() {} with 1',
    'class A { save() {} } unknown.save.call(self, 1);': '() {} with 1',
  };
  for (const [code, called] of Object.entries(cases)) {
    it(`${called ? 'run a known function' : 'run no known function'}: ${code}`, () => {
      assert.equal(calledIn(code), called);
    });
  }

  const handed: Readonly<Record<string, readonly string[]>> = {
    '(() => 1);': ['() => 1'],
    'function f() {} f;': ['function f() {}'],
    'function f() {} f.bind(this, 1);': ['function f() {}'],
    'function f() {} f.once(this);': [],
    'class A { save() {} } this.save;': ['() {}'],
    'let f = () => 1; f = () => 2; f;': ['() => 1', '() => 2'],
    'function on(f) { f; } on(() => 1); on(() => 2); on;': ['function on(f) { f; }'],
    [`let f; ${'f = () => 1;'.repeat(6)} f;`]: Array(6).fill('() => 1'),
    [`let f; ${'f = () => 1;'.repeat(7)} f;`]: [],
    'unknown;': [],
  };
  for (const [code, functions] of Object.entries(handed)) {
    it(`find ${functions.length} possible functions: ${code}`, () => {
      const reading = readCode(code);
      const found = functionsOf(reading.tree, reading.bindings, lastExpression(reading));
      assert.deepEqual(
        found.map((number) => codeOf(reading, number)),
        functions,
      );
    });
  }

  const returned: Readonly<Record<string, string | undefined>> = {
    '(() => a);': 'a',
    '(function () { b(); return a; });': 'a',
    '(function () { return a; b(); });': undefined,
    '(function () {});': undefined,
    'a;': undefined,
  };
  for (const [code, result] of Object.entries(returned)) {
    it(`know what ${code} gives back`, () => {
      const reading = readCode(code);
      const node = returnedBy(lastExpression(reading));
      assert.equal(node ? codeOf(reading, node) : undefined, result);
    });
  }

  const own: Readonly<Record<string, readonly [isOwn: boolean, isThis: boolean]>> = {
    'this;': [true, true],
    'var self = this; self;': [true, true],
    'let self = this; self = a; self;': [false, false],
    'const o = {}; o;': [true, false],
    'class A {} A;': [true, false],
    'function A() {} const a = new A(); a;': [true, false],
    'const a = new Date(); a;': [false, false],
    'const a = []; a;': [false, false],
    'a;': [false, false],
  };
  for (const [code, expected] of Object.entries(own)) {
    it(`recognise objects of the script: ${code}`, () => {
      const reading = readCode(code);
      const { tree, bindings } = reading;
      const node = lastExpression(reading);
      assert.deepEqual([isOwnObject(tree, bindings, node), isThis(tree, bindings, node)], expected);
    });
  }
});
