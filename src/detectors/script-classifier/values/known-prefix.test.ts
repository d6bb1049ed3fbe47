import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lastAssigned, readCode } from '../fixtures/read-code.ts';
import { KnownPrefix } from './known-prefix.ts';

/** The known prefix of `x` in `x = …;`, the last statement of a script. */
function prefixOf(code: string) {
  const reading = readCode(code);
  return new KnownPrefix(reading).of(lastAssigned(reading));
}

describe('known prefix', () => {
  const prefixes: Readonly<Record<string, string>> = {
    [`x = 'https://a.test/' + id;`]: 'https://a.test/',
    [`x = ['https:', '', 'a.test', id].join('/');`]: 'https://a.test/',
    'x = `//${host}/c`;': '//',
    [`x = 'https://' + id + '.a.test/c';`]: 'https://*.a.test/c',
    [`x = 'https://a-' + id + '.' + n + '.a.test';`]: 'https://a-*.*.a.test',
    [`const h = 'a.test'; x = \`//\${id}.\${h}/\`;`]: '//*.a.test/',
    [`x = ['https:/', id + '.' + n + '.a.test', 'c'].join('/');`]: 'https://*.*.a.test/c',
    [`x = 'https://' + location.host + '.a.test/';`]: 'https:///',
    [`x = 'https://' + host + '/a.test/';`]: 'https://',
    [`x = 'https://' + id + '.a.' + top + '/';`]: 'https://',
    [`const h = () => ['a', 'test'].join('.'); x = '//' + h() + '/' + id;`]: '//a.test/',
    [`x = q ? '//a.test/' + q : '/own';`]: '//a.test/',
    [`x = given || '//a.test/';`]: '//a.test/',
    [`const c = { url: '//a.test/' }; x = c.url + id;`]: '//a.test/',
    [`this.url = '//a.test/' + id; x = this.url;`]: '//a.test/',
    [`const { url } = { url: '//a.test/' + id }; x = url;`]: '//a.test/',
    [`x = 'https://'.concat('a.test/', id);`]: 'https://a.test/',
    [`x = location.origin + '/c';`]: '/',
    [`x = document.location.href + '#a';`]: '/',
    [`x = new URL('/a', 'https://a.test');`]: 'https://a.test',
    [`x = new URL(path, location.href).href;`]: '/',
    [`x = String('//a.test/' + id);`]: '//a.test/',
    [`x = ('//a.test/' + id).toString();`]: '//a.test/',
    [`x = ('//a.test/' + id).replace('a', 'b');`]: '',
    [`x = (y = '//a.test/' + id);`]: '//a.test/',
    [`let a = '//a.test/'; a = id; x = a;`]: '//a.test/',
    [`o.u = 1; o.u = 2; o.u = 3; o.u = '//a.test/'; x = o.u;`]: '',
    [`x = id + '//a.test/';`]: '',
    [`var a = b + 1, b = a + 1; x = a;`]: '',
  };
  for (const [code, prefix] of Object.entries(prefixes)) {
    it(`is found: ${code}`, () => assert.equal(prefixOf(code).text, prefix));
  }

  const hidden: Readonly<Record<string, boolean>> = {
    'x = atob(code);': true,
    'x = a ? url : String.fromCharCode(b);': true,
    [`x = list.reverse().join('');`]: false,
    'x = decoder.decode(bytes);': true,
    'const f = () => atob(code); x = f();': true,
    'x = url;': false,
    [`x = 'https://' + id + atob(code) + '.a.test/';`]: false,
  };
  for (const [code, isHidden] of Object.entries(hidden)) {
    it(`${isHidden ? 'finds' : 'does not find'} a decoder: ${code}`, () => {
      assert.equal(prefixOf(code).isHidden, isHidden);
    });
  }
});
