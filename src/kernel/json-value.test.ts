import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { jsonTree, jsonValue } from './json-value.ts';

/** Spells some characters of the names of a text as escapes. */
function withEscapedNames(text: string, escapes: readonly boolean[]): string {
  let n = 0;
  return text.replace(/"((?:[^"\\]|\\.)*)"(\s*:)?/g, (string, name: string, colon?: string) => {
    if (colon === undefined) return string;
    const spelled = name.replace(/\\.|[a-z]/g, (char) =>
      char.length === 1 && escapes[n++ % escapes.length]
        ? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
        : char,
    );
    return `"${spelled}"${colon}`;
  });
}

describe('untrusted JSON', () => {
  it('has the member names of its text, whatever was parsed before', () => {
    jsonValue('{"username":"x","pass\\\\u00":1}');
    assert.deepEqual(jsonValue('{"username":"y","pass\\u0077ord":"z"}'), {
      username: 'y',
      password: 'z',
    });
    jsonValue('[{"b":1,"\\\\":2}]');
    assert.deepEqual(jsonValue('[{"b":1,"\\u0061" : 2}]'), [{ b: 1, a: 2 }]);
  });

  it('has every value of a repeated name as a tree, however the name is spelled', () => {
    assert.deepEqual(
      jsonTree('{"a":1,"b":[{"c":"x","\\u0063":null}],"\\u0061":{"a":true}}'),
      new Map<string, unknown>([
        ['a', [1, new Map([['a', [true]]])]],
        ['b', [[new Map([['c', ['x', null]]])]]],
      ]),
    );
  });

  it('is read as JSON.parse reads it', () => {
    const sample = fc.tuple(
      fc.json({ maxDepth: 5 }),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
    );
    fc.assert(
      fc.property(sample, ([text, escapes]) => {
        assert.deepEqual(jsonValue(withEscapedNames(text, escapes)), JSON.parse(text));
      }),
    );
  });

  for (const text of [
    '{"\\u0061":1,"b":{"a":[ ]},"a":2}',
    '{"\\u005f_proto__":{"x":1},"y":"\\\\"}',
    '{"a\\"b":[1.5e3,-0,true,false,null,"\\u00e9",{}]}',
    ' { "\\n" : [ [ ] , { } ] } ',
    '"\\u0061"',
  ]) {
    it(`is read as JSON.parse reads it: ${text}`, () => {
      assert.deepEqual(jsonValue(text), JSON.parse(text));
    });
  }

  it('may have any number of levels', () => {
    const levels = 200_000;
    const text = `{"\\u0061":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    assert.deepEqual(Object.keys(jsonValue(text) as object), ['a']);
  });

  it('throws if the text is not JSON', () => {
    for (const text of ['', '{"\\u0061":}', '{"\\x":1}', '[1,]']) {
      assert.throws(() => jsonValue(text), SyntaxError);
    }
  });
});
