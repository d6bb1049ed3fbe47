import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Script } from 'node:vm';
import { parseScript } from './script-parser.ts';

const kindOf = (text: string): string => parseScript(text).kind;

function leftOut(text: string) {
  const parsed = parseScript(text);
  assert.ok(parsed.kind === 'parsed', `${parsed.kind}: ${text.slice(0, 60)}`);
  return parsed.leftOut;
}

describe('script parser', () => {
  const readable: Readonly<Record<string, string>> = {
    'a module': `import a from './a.js'; export default await a();`,
    'a script with return outside of functions': 'if (a) return; b();',
    'a byte order mark': '\uFEFFvar a;',
    'a hashbang': '#!/usr/bin/env node\na();',
    'comments of HTML': '<!-- hide\na();\n--> done',
    'names declared twice': 'let a; let a; const b = 1, c = 2; var c;',
    'names that strict mode forbids': `'use strict'; var eval = 1; arguments = 2;`,
    'a pattern that browsers would refuse': 'var a = /(?<x>a)(?<x>b)/;',
    'operators of every rank': 'a = b ** c * d + e << f < g & h | i && j || k; l ?? m;',
    'a loop over keys': `for (var a in 'x' in b ? c : d) e();`,
    'an empty text': '',
  };
  for (const [what, text] of Object.entries(readable)) {
    it(`reads ${what}`, () => assert.equal(kindOf(text), 'parsed'));
  }

  const unreadable: Readonly<Record<string, string>> = {
    markup: '<!doctype html><html></html>',
    JSON: '{"imports": {"a": "/a.js"}}',
    'an unfinished text': 'var a = "b',
    'an unfinished block': 'function a() {',
    'a NUL': 'var a\0 = 1;',
    'a style sheet': 'body { color: red; } .a::before { content: "" }',
  };
  for (const [what, text] of Object.entries(unreadable)) {
    it(`refuses ${what}`, () => assert.equal(kindOf(text), 'not-javascript'));
  }

  it('keeps the precedence of operators', () => {
    const parsed = parseScript('a + b * c - d');
    assert.ok(parsed.kind === 'parsed');
    const [statement] = parsed.program.body;
    assert.ok(statement?.type === 'ExpressionStatement');
    const { expression } = statement;
    assert.ok(expression.type === 'BinaryExpression' && expression.operator === '-');
    assert.ok(expression.left.type === 'BinaryExpression' && expression.left.operator === '+');
    assert.equal(expression.left.right.type, 'BinaryExpression');
  });

  it('reads templates without expressions as strings, but for those with a tag', () => {
    for (const [text, type] of Object.entries({
      '(`a`)': 'Literal',
      '(`a${b}`)': 'TemplateLiteral',
      '(``)': 'Literal',
    })) {
      const parsed = parseScript(text);
      assert.ok(parsed.kind === 'parsed');
      const [statement] = parsed.program.body;
      assert.ok(statement?.type === 'ExpressionStatement');
      assert.equal(statement.expression.type, type, text);
    }
    const tagged = parseScript('tag`a`');
    assert.ok(tagged.kind === 'parsed');
    const [statement] = tagged.program.body;
    assert.ok(statement?.type === 'ExpressionStatement');
    assert.ok(statement.expression.type === 'TaggedTemplateExpression');
    assert.equal(statement.expression.quasi.type, 'TemplateLiteral');
  });

  const nests: Readonly<Record<string, (levels: number) => string>> = {
    parentheses: (n) => `${'('.repeat(n)}1${')'.repeat(n)}`,
    functions: (n) => `${'(function(){'.repeat(n)}${'})()'.repeat(n)}`,
    arrays: (n) => `${'['.repeat(n)}${']'.repeat(n)}`,
    templates: (n) => `${'`${'.repeat(n)}1${'}`'.repeat(n)}`,
    conditions: (n) => `${'a?b:'.repeat(n)}c`,
    patterns: (n) => `var ${'['.repeat(n)}a${']'.repeat(n)}=1`,
    news: (n) => `${'new '.repeat(n)}a`,
    blocks: (n) => `${'{'.repeat(n)}${'}'.repeat(n)}`,
    objects: (n) => `x=${'{a:'.repeat(n)}1${'}'.repeat(n)}`,
    cases: (n) => `${'switch(a){case 1:'.repeat(n)}${'}'.repeat(n)}`,
    parameters: (n) => `${'((a='.repeat(n)}1${')=>1)'.repeat(n)}`,
    labels: (n) => `${Array.from({ length: n }, (_, at) => `l${at}:`).join('')};`,
  };
  for (const [what, nest] of Object.entries(nests)) {
    it(`parses nested ${what}, leaves out parts that are too deep and continues after them`, () => {
      assert.equal(leftOut(nest(100)).length, 0);
      for (const levels of [2_000, 20_000]) {
        const text = `${nest(levels)};behind()`;
        const parts = leftOut(text);
        assert.ok(parts.length > 0 && parts.length < 10, `${parts.length} parts`);
        assert.ok(parts.every(({ start, end }) => start < end && end <= text.length));
        assert.ok(parts.every(({ start, end }) => !text.slice(start, end).includes('behind')));
      }
    });
  }

  it('refuses deeply nested texts without an end', () => {
    for (const piece of ['[', '(', '{', 'a?', 'x={a:', 'function a(){', '`${']) {
      assert.equal(kindOf(piece.repeat(20_000)), 'not-javascript', piece);
    }
  });

  it('gives up classes that extend too many classes', () => {
    assert.equal(kindOf(`${'class A extends '.repeat(2_000)}B{}${'{}'.repeat(1_999)}`), 'too-deep');
  });

  it('parses assignments to calls, which browsers refuse only at run time', () => {
    for (const text of ['f() = 1', 'f()++', 'f() += 1', 'for (f() in {});', '(f()) = 1']) {
      assert.doesNotThrow(() => new Script(text));
      assert.equal(kindOf(`if (0) { ${text} }`), 'parsed');
    }
  });

  it('parses sums and calls of any length', () => {
    assert.equal(kindOf(`x = a${' + a'.repeat(60_000)};`), 'parsed');
    assert.equal(kindOf(`x = a${'()'.repeat(60_000)};`), 'parsed');
  });
});
