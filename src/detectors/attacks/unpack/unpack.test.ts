import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { unpackBase64 } from './base64.ts';
import { unpackCredentials } from './credentials.ts';
import { jsonTexts, unpackJson } from './json.ts';
import { unpackPath } from './path-segments.ts';
import { unpackQuery } from './query-string.ts';
import { unpackSerialized } from './serialized-php.ts';
import { unpackXml, xmlTexts } from './xml.ts';

const bytes = (text: string): string => Buffer.from(text).toString('latin1');
const textsOf = (found: readonly { readonly text: string }[] | undefined): readonly string[] =>
  (found ?? []).map(({ text }) => text);

describe('unpacked JSON', () => {
  it('has every name and text of a document', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.boolean(), (value, isSpaced) => {
        const found = textsOf(
          jsonTexts(bytes(JSON.stringify(value, undefined, isSpaced ? 1 : 0)))?.texts,
        );
        for (const text of stringsIn(value)) assert.ok(text === '' || found.includes(bytes(text)));
      }),
    );
  });

  const cases: readonly (readonly [string, readonly string[] | undefined])[] = [
    ['{"a":"x","a":"y"}', ['a', 'x', 'y']],
    ["{'a': 'x', 'b': None}", ['a', 'x', 'b']],
    ['{"a":["x",1,true,{"b":"y"}],}', ['a', 'x', 'b', 'y']],
    ['{"a":"x","b":"cut her', ['a', 'x', 'b', 'cut her']],
    ['{"a":"\\u0027 \\ud83d\\ude00"}', ['a', bytes("' \u{1f600}")]],
    ['"a \\"text\\""', ['a "text"']],
    ['" or ""="', undefined],
    ['{"a":1} or 1=1', undefined],
    ['{a:1}', undefined],
    ['["-f(1)-"]', ['-f(1)-', '"-f(1)-"']],
    ['["-1", "/a?b=c", "+49 (0) 1"]', ['-1', '/a?b=c', '+49 (0) 1']],
  ];
  for (const [text, expected] of cases) {
    it(`of ${text} is ${expected}`, () => {
      const found = unpackJson(text);
      assert.deepEqual(found && textsOf(found), expected);
    });
  }
});

describe('unpacked XML', () => {
  const word = fc.stringMatching(/^[a-z =/>]{1,12}$/).filter((text) => text.trim() !== '');

  it('has every text and attribute', () => {
    fc.assert(
      fc.property(word, word, word, (attribute, text, data) => {
        const document = `<?xml version="1.0"?><a b="${attribute}" c='x'>${text}<d/><![CDATA[${data}]]><!-- ${text} --></a>`;
        const found = textsOf(unpackXml(document));
        for (const each of [attribute, text, data]) assert.ok(found.includes(each), each);
      }),
    );
  });

  it('has the literals of a document type, and values without quotes', () => {
    const document = '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///x">]><a c=d e = f>&lt;g</a>';
    assert.deepEqual(textsOf(xmlTexts(document)), ['file:///x', 'd', 'f', '<g']);
  });

  it('has the text between two tags as a whole, too', () => {
    const document = '<a>1 UNI<!-- x -->ON<![CDATA[ SELECT]]><b/></a>';
    assert.ok(textsOf(xmlTexts(document))?.includes('1 UNION SELECT'));
  });

  it('has the texts behind a comment in a document type', () => {
    for (const sign of ['[', "'", '>']) {
      assert.ok(textsOf(xmlTexts(`<!DOCTYPE a [<!-- ${sign} -->]><a>b</a>`))?.includes('b'));
    }
  });

  it('ends on any text, after work in proportion to its length', () => {
    for (const piece of [
      '<a "',
      '<a b="',
      "<!x '",
      '<![CDATA[',
      '<!--',
      '<?',
      '<a b=',
      '< ',
      '</',
      '<a =',
      '[<!',
    ]) {
      assert.ok((xmlTexts(piece.repeat(20_000)) ?? []).length <= 20_000);
    }
    fc.assert(fc.property(fc.string(), (text) => Array.isArray(xmlTexts(`<${text}`))));
  });
});

describe('unpacked strings of PHP', () => {
  it('end where their length says', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (one, other) => {
        const [a, b] = [bytes(one), bytes(other)];
        const found = unpackSerialized(`a:2:{i:0;s:${a.length}:"${a}";i:1;s:${b.length}:"${b}";}`);
        assert.deepEqual(textsOf(found).slice(0, 1), [a]);
        assert.ok(textsOf(found).includes(b));
      }),
    );
  });

  it('end at the next quote if the length is wrong', () => {
    assert.deepEqual(textsOf(unpackSerialized('a:1:{s:7:"x";s:1:"y";}')), ['x', 'y']);
    assert.ok(unpackSerialized('s:1:"'.repeat(50_000)));
  });
});

describe('unpacked base64 and queries', () => {
  it('have the text', () => {
    const text = fc
      .string({ minLength: 9, unit: 'grapheme' })
      .filter((each) => /^[^\p{C}]+$/u.test(each));
    fc.assert(
      fc.property(text, (plain) => {
        const encoded = Buffer.from(plain).toString('base64');
        assert.deepEqual(textsOf(unpackBase64(encoded)), [bytes(plain)]);
      }),
    );
  });

  it('have compressed text, and text with a NUL', () => {
    const zipped = gzipSync(Buffer.from('a jug of water')).toString('base64');
    assert.deepEqual(textsOf(unpackBase64(zipped)), ['a jug of water']);
    const isCut = zipped.slice(0, 16);
    assert.equal(unpackBase64(`${isCut}AAAAAAAA`), undefined);
    const object = 'O:3:"Jug":1:{s:4:"\0*\0a";i:3;}';
    assert.deepEqual(textsOf(unpackBase64(Buffer.from(object).toString('base64'))), [object]);
  });

  it('have the user and the password of credentials', () => {
    const text = Buffer.from('ann@a.test:jug:lid').toString('base64');
    const whole = ['ann@a.test:jug:lid', 'ann@a.test', 'jug:lid'];
    assert.deepEqual(textsOf(unpackCredentials(text)), whole);
  });

  it('are the segments of a path that are no names', () => {
    assert.deepEqual(textsOf(unpackPath("/jugs/3'%2f*a*%2for 3=3/a", 'percent')), [
      "3'%2f*a*%2for 3=3",
    ]);
    assert.equal(unpackPath('/jugs/3-a.b_c~d/e', 'percent'), undefined);
  });

  it('have arguments with any characters', () => {
    assert.deepEqual(textsOf(unpackQuery("https://shop.test/x?a=' or 1=1&b=<i>")), [
      'a',
      "' or 1=1",
      'b',
      '<i>',
    ]);
    assert.equal(unpackQuery('what is this? a = b'), undefined);
  });
});

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return Object.entries(value).flatMap(([name, item]) => [name, ...stringsIn(item)]);
}
