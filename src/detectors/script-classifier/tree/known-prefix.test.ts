import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KnownPrefix } from './known-prefix.ts';
import { parseScript } from './script-parser.ts';
import { readScript } from './script-reading.ts';

/** How `x` begins in `x = …;`, the last statement of a script. */
function prefixOf(code: string): string {
  const parsed = parseScript(code);
  assert.ok(parsed.kind === 'parsed');
  const last = parsed.program.body.at(-1);
  assert.ok(
    last?.type === 'ExpressionStatement' && last.expression.type === 'AssignmentExpression',
  );
  return new KnownPrefix(readScript(code, parsed)).of(last.expression.right).text;
}

describe('known prefix', () => {
  const prefixes: Readonly<Record<string, string>> = {
    [`x = 'https://a.test/' + id;`]: 'https://a.test/',
    [`x = ['https:', '', 'a.test', id].join('/');`]: 'https://a.test/',
    'x = `//${host}/c`;': '//',
    [`const h = () => ['a', 'test'].join('.'); x = '//' + h() + '/' + id;`]: '//a.test/',
    [`x = q ? '//a.test/' + q : '/own';`]: '//a.test/',
    [`x = given || '//a.test/';`]: '//a.test/',
    [`const c = { url: '//a.test/' }; x = c.url + id;`]: '//a.test/',
    [`this.url = '//a.test/' + id; x = this.url;`]: '//a.test/',
    [`const { url } = { url: '//a.test/' + id }; x = url;`]: '//a.test/',
    [`x = 'https://'.concat('a.test/', id);`]: 'https://a.test/',
    [`x = location.origin + '/c';`]: '/',
    [`x = id + '//a.test/';`]: '',
    [`var a = b + 1, b = a + 1; x = a;`]: '',
  };
  for (const [code, prefix] of Object.entries(prefixes)) {
    it(`knows how it begins: ${code}`, () => assert.equal(prefixOf(code), prefix));
  }
});
