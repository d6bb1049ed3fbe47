import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { releaseOf } from './library-release.ts';

const hash = (code: string) => releaseOf('a', '1', code)?.hash;

describe('exact hash', () => {
  const same: readonly (readonly [string, string])[] = [
    ['var a=1;f(a)', '// licence\nvar a = 1;\n\nf( a ) /* end */'],
    [`\`a \${b} c\``, `\`a \${ b } c\``],
    ['f(/a b/g)', 'f( /a b/g )'],
  ];
  for (const [a, b] of same)
    it(`of ${a} is that of the same tokens`, () => assert.equal(hash(a), hash(b)));

  const different: readonly (readonly [string, string])[] = [
    ['f("a")', 'f("b")'],
    ['f("a b")', 'f("a  b")'],
    [`\`a \${b}\``, `\`a\${b}\``],
    ['var a = 1', 'let a = 1'],
    ['f(1)', 'f(2)'],
    // Different programs with the same tokens.
    ['() => { return a }', '() => { return\na }'],
    ['a\n++\nb', 'a ++\nb'],
    ['for (;;) { break\na }', 'a: for (;;) { break a }'],
  ];
  for (const [a, b] of different) {
    it(`of ${JSON.stringify(a)} is not that of ${JSON.stringify(b)}`, () => {
      assert.notEqual(hash(a), hash(b));
    });
  }
});
