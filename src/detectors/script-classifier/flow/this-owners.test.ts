import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCode } from '../fixtures/read-code.ts';
import { ThisOwners } from './this-owners.ts';

/** Whether the first two uses of `this` in a script belong to the same class or object. */
function areOfOne(code: string): boolean {
  const reading = readCode(code);
  const owners = new ThisOwners(reading);
  const [first, second] = reading.tree
    .ofType('ThisExpression')
    .map((number) => owners.ofNode(number));
  assert.ok(first !== undefined && second !== undefined);
  return first === second;
}

describe('owner of this', () => {
  const same: readonly string[] = [
    'class A { a() { this.x; } b() { this.x; } }',
    'class A { a = () => this.x; constructor() { this.x; } }',
    'class A { a() { this.x; } } class B extends A { b() { this.x; } }',
    'function A() { this.x; } A.prototype.b = function () { this.x; };',
    'function A() { this.x; } A.prototype = { b: function () { this.x; } };',
    'function A() { this.x; } var p = A.prototype; p.b = function () { this.x; };',
    'function A() { this.x; } Object.assign(A.prototype, { b: function () { this.x; } });',
    'function A() { this.x; } make(A, [{ key: "b", value: function () { this.x; } }]);',
    'function A() { this.x; } function B() { this.x; } inherits(B, A);',
    'var a = { b() { this.x; }, c() { this.x; } };',
    'var a = { b: { c() { this.x; } }, d: { e() { this.x; } } };',
    'function A() { this.x; [1].forEach(() => this.x); }',
  ];
  for (const code of same) {
    it(`is the same: ${code}`, () => assert.ok(areOfOne(code)));
  }

  const different: readonly string[] = [
    'class A { a() { this.x; } } class B { a() { this.x; } }',
    'function A() { this.x; } function B() { this.x; }',
    'function A() { this.x; } function B() {} B.prototype.a = function () { this.x; };',
    'var a = { b() { this.x; } }, c = { b() { this.x; } };',
  ];
  for (const code of different) {
    it(`differs: ${code}`, () => assert.ok(!areOfOne(code)));
  }
});
