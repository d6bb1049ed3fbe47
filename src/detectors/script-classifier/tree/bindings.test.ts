import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOf, readCode } from '../fixtures/read-code.ts';
import type { Binding } from './bindings.ts';

/** The variables of all identifiers in the order of the text: `a0` and `a1` are two variables, globals have no number. */
function namesIn(code: string): string {
  const { tree, bindings } = readCode(code);
  const numbers = new Map<Binding, number>();
  const names = tree.ofType('Identifier').flatMap((identifier) => {
    const binding = bindings.of(identifier);
    if (!binding || binding.isGlobal) return binding?.name ?? [];
    if (!numbers.has(binding)) numbers.set(binding, numbers.size);
    return `${binding.name}${numbers.get(binding)}`;
  });
  return names.join(' ');
}

describe('bindings', () => {
  const cases: Readonly<Record<string, readonly [code: string, names: string]>> = {
    'a global': ['a; b; a;', 'a b a'],
    'a var before its declaration': ['a; var a;', 'a0 a0'],
    'a function before its declaration': ['f(); function f() {}', 'f0 f0'],
    'a var of a block outside of it': ['{ var a; } a;', 'a0 a0'],
    'a let of a block in it only': ['let a; { let a; a; } a;', 'a0 a1 a1 a0'],
    'a const of a block outside of it as a global': ['{ const a = 1; } a;', 'a0 a'],
    'a parameter in its function only': ['function f(a) { a; } a;', 'f0 a1 a1 a'],
    'a var with the name of a parameter': ['(a) => { var a; a; };', 'a0 a0 a0'],
    'a variable in a closure': ['var a; function f() { return () => a; }', 'a0 f1 a0'],
    'a var in its own function only': ['function f() { var a; a; } a;', 'f0 a1 a1 a'],
    'the nearest of several': ['var a; function f(a) { return (a) => a; } a;', 'a0 f1 a2 a3 a3 a0'],
    'a function expression in itself only': ['(function f() { f; }); f;', 'f0 f0 f'],
    'a class after it': ['class A {} A;', 'A0 A0'],
    'a class expression in itself only': ['(class A { m() { A; } }); A;', 'A0 A0 A'],
    'an error in its handler only': ['try {} catch (e) { e; } e;', 'e0 e0 e'],
    'parts of an error': ['try {} catch ({ a }) { a; }', 'a0 a0'],
    'a let of a loop in the loop only': ['for (let i = 0; i; i++) i; i;', 'i0 i0 i0 i0 i'],
    'a const of a loop over items': ['for (const i of j) i; i;', 'i0 j i0 i'],
    'a let of a switch in the switch only': ['switch (a) { case 1: let b; b; } b;', 'a b0 b0 b'],
    'names in patterns': [
      'var { a, b: [c, d = a], ...e } = f; a; b; c; d; e;',
      'a0 c1 d2 a0 e3 f a0 b c1 d2 e3',
    ],
    'names in patterns of parameters': [
      '({ a }, [b] = [], ...c) => [a, b, c];',
      'a0 b1 c2 a0 b1 c2',
    ],
    imports: [`import a from 'x'; import * as b from 'y'; a; b;`, 'a0 b1 a0 b1'],
    'no properties, labels and names of methods': [
      'a.b; ({ c: d }); e: for (;;) break e; class A { f = g; h() {} }',
      'a d A0 g',
    ],
    'computed properties': ['a[b]; ({ [c]: 1 }); class A { [d]() {} }', 'a b c A0 d'],
  };
  for (const [what, [code, names]] of Object.entries(cases)) {
    it(`resolve ${what}`, () => assert.equal(namesIn(code), names));
  }

  it('include parameters, several for a pattern', () => {
    const { tree, bindings } = readCode('function f(a, { b, c: [d] }, ...e) {}');
    const [number = -1] = tree.ofType('FunctionDeclaration');
    const parameters = bindings.parametersOf(number);
    assert.deepEqual(
      parameters.map((position) => position.map(({ name }) => name)),
      // Patterns are traversed from their end.
      [['a'], ['d', 'b'], ['e']],
    );
    assert.ok(parameters.flat().every(({ isParameter }) => isParameter));
    assert.deepEqual(bindings.parametersOf(0), []);
  });

  it('include all references to a variable', () => {
    const reading = readCode('let a = 1; { let a; } f(a, { a: 2 }, b.a);');
    const [outer] = reading.bindings.all;
    assert.ok(outer);
    const references = reading.bindings.referencesOf(outer);
    assert.deepEqual(
      references.map((number) => reading.tree.node(number)?.start),
      [4, 24],
    );
    assert.deepEqual(
      references.map((number) => codeOf(reading, number)),
      ['a', 'a'],
    );
  });

  it('have one global for each name', () => {
    const { bindings, tree } = readCode('a;');
    assert.equal(bindings.global('a'), bindings.of(tree.ofType('Identifier')[0] ?? -1));
    assert.equal(bindings.global('b'), bindings.global('b'));
  });
});
