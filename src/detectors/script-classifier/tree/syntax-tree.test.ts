import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AnyNode } from 'acorn';
import { nodeKinds } from './child-keys.ts';
import { parseScript } from './script-parser.ts';
import { SyntaxTree } from './syntax-tree.ts';

/** Every node type of acorn, in a module and in a classic script. */
const sources: readonly string[] = [
  `import a, { b as c } from 'x' with { type: 'json' }; import * as d from 'y';
   export { c as e }; export { f } from 'w'; export * from 'z'; export * as q from 'z';
   export const u = import('x', {}), v = import.meta.url;
   export default class extends a { static { x(); } static y = 1; #p = 2; get z() { return super.z + this.#p; } }
   lab: for (const k of l) { if (k) continue lab; else break lab; }
   async () => { for await (const k of l) await k; };
   function* g(...r) { yield* a; yield; }`,
  `var { a = 1, ...r } = b, [c, , ...d] = e, f = { g, [h]: i, j() {}, ...k }, l = class m {}, n = class {};
   for (a in b); for (var i = 0; i < 1; i++); for (;;) break; while (a) debugger; do { ; } while (!a);
   try { throw a; } catch ({ b }) {} finally { c; } try { } catch { }
   switch (a) { case 1: b; break; default: c(); } with (a) b;
   x = a?.b?.[c]?.(d) ?? e; y = \`a\${b}c\`; z = t\`a\${b}\`; (a, b); ({ a = 2 } = b); [a = 3] = b;
   s = a ? b : c; new o(...p, [1n, /q/]); function w() { new.target; return this; } class A { #p; q() { return #p in this; } }`,
];

/** Finds children in all members of a node. */
function foundIn(node: AnyNode): AnyNode[] {
  const children = Object.entries(node).flatMap(([key, value]) => (key === 'number' ? [] : value));
  return [node, ...children.filter((child) => typeof child?.type === 'string').flatMap(foundIn)];
}

describe('syntax tree', () => {
  it('has every node of a script in the order of its members', () => {
    const types = new Set<string>();
    for (const source of sources) {
      const parsed = parseScript(source);
      assert.ok(parsed.kind === 'parsed', source);
      const expected = foundIn(parsed.program);
      const { nodes } = new SyntaxTree(parsed.program);
      assert.deepEqual(
        nodes.map(({ type, start }) => `${type} ${start}`),
        expected.map(({ type, start }) => `${type} ${start}`),
      );
      for (const { type } of nodes) types.add(type);
    }
    // By default acorn keeps no parentheses.
    const missing = [...nodeKinds.keys()].filter((type) => !types.has(type));
    assert.deepEqual(missing, ['ParenthesizedExpression']);
  });

  it('has the descendants and ancestors of a node', () => {
    const parsed = parseScript('function f() { return () => a; } b;');
    assert.ok(parsed.kind === 'parsed');
    const tree = new SyntaxTree(parsed.program);
    const [f = -1, arrow = -1] = tree.ofTypes(['ArrowFunctionExpression', 'FunctionDeclaration']);
    const [, a = -1, b = -1] = tree.ofType('Identifier');
    assert.equal(tree.lasts[f], a);
    const around = tree.enclosing(['ArrowFunctionExpression', 'FunctionDeclaration']);
    assert.deepEqual([around[a], around[arrow], around[b]], [arrow, f, 0]);
  });
});
