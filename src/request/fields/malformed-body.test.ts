import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseRequestFile } from '../../tools/request-file.ts';
import type { RequestRecord } from '../request-record.ts';
import { isMalformed } from './malformed-body.ts';

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=b';
const part = (...lines: string[]) => ['--b', ...lines, ''].join('\r\n');
const named = (name: string, ...more: string[]) =>
  part(`Content-Disposition: form-data; ${name}`, ...more, '', 'x');

function judge(type: string, body: string, more: Partial<RequestRecord> = {}): boolean {
  const request = parseRequestFile(`POST / HTTP/1.1\r\nContent-Type: ${type}\r\n\r\n`);
  return isMalformed({ ...request, body, ...more });
}

describe('a body', () => {
  for (const [type, body] of [
    ['application/json', '{"a":[1,2.5,null],"b":"\xc3\xa9"}'],
    ['application/problem+json; charset=UTF-8', '[]'],
    ['application/json', ''],
    [FORM, 'a=1&b=%41+c&a=2&=&%'.slice(0, -1)],
    [FORM, ''],
    [`${FORM}; charset=windows-1252`, 'a=1'],
    [MULTIPART, `${named('name="a"')}${named('name="f"; filename="a.txt"')}--b--\r\n`],
    [MULTIPART, `${named('name="a"', 'Content-Type: text/plain; charset=utf-8')}--b--`],
    [MULTIPART, `${part('Content-Disposition: form-data; name="a"', '', 'one\ntwo')}--b--\r\n`],
    [MULTIPART, '--b--\r\n'],
    ...[
      'q%22x',
      'a%25',
      'a%0D%0Ab',
      '50% off',
      'a\\\\b',
      'a\\\\',
      'a\\"b',
      'a[b];c',
      'n\xc3\xa4me',
    ].map((name) => [MULTIPART, `${named(`name="${name}"; filename="x"`)}--b--`] as const),
    [MULTIPART, `${named('name="f"; filename="C:\\dir\\x.txt"')}--b--`],
    ['text/plain', '{"a":NaN} %zz'],
    ['application/octet-stream', '\x00'],
    ['', "{'a'"],
  ] as const) {
    it(`of type ${type} is sound: ${JSON.stringify(body.slice(0, 80))}`, () =>
      assert.equal(judge(type, body), false));
  }

  for (const [type, body] of [
    ['application/json', '{"a":NaN}'],
    ['application/json', '{"a":1 /* b */}'],
    ['application/json', '{"a":1,"a":2}'],
    ['application/json', "{'a':1}"],
    ['application/json', '{"a":1'],
    ['application/json', '\xef\xbb\xbf{}'],
    ['application/json', '{"a":"\xe9"}'],
    ['application/json', '{\0"\0a\0"\0:\x001\0}\0'],
    ['application/vnd.api+json', '{"a":1}{'],
    ['application/json; charset=utf-7', '{}'],
    [FORM, 'a=%zz'],
    [FORM, 'a=1%'],
    [FORM, 'a=%u0041'],
    [`${FORM}; charset=ibm037`, 'a=1'],
    [`${FORM}; charset=utf-16; charset=utf-8; charset=big5`, 'a=1'],
    ['multipart/form-data', `${named('name="a"')}--b--`],
    [`${MULTIPART}; boundary=c`, `${named('name="a"')}--b--`],
    [MULTIPART, named('name="a"')],
    [MULTIPART, `--b--\r\n${named('name="a"')}--b--`],
    [MULTIPART, `${named('name="a"')}--b--`.replaceAll('\r\n', '\n')],
    [MULTIPART, `${named('filename="a"')}--b--`],
    [MULTIPART, `${named('name="a"; name="b"')}--b--`],
    [MULTIPART, `${named('name="a"; name*=utf-8\'\'b')}--b--`],
    [MULTIPART, `${named('name="\\a"')}--b--`],
    [MULTIPART, `${named('name="%61"')}--b--`],
    [MULTIPART, `${named('name="a"', 'Content-Transfer-Encoding: rot13')}--b--`],
    [MULTIPART, `${named('name="a"', 'Content-Type: text/plain; charset=utf-7')}--b--`],
    ...[
      'name="a\\"; name="q"',
      'filename="\\"; name="q"; x="',
      'name="a\\\\\\"; name="q"',
      'name="a\\"',
    ].map((names) => [MULTIPART, `${named(names)}--b--`] as const),
    [MULTIPART, `${named('name="q\0x"')}--b--`],
    [MULTIPART, `${named('name="q"', 'X\0: y')}--b--`],
    [MULTIPART, `${named('name="q"', 'X: y\rz')}--b--`],
    [MULTIPART, `${named('name="q"', 'junk')}--b--`],
    [MULTIPART, 'nothing'],
  ] as const) {
    it(`of type ${type} is malformed: ${JSON.stringify(body.slice(0, 80))}`, () =>
      assert.equal(judge(type, body), true));
  }

  it('is checked only in its inspected part', () => {
    const bodyIsTruncated = true;
    for (const [type, body] of [
      ['application/json', '{"a":"\xc3'],
      [FORM, 'a=%4'],
      [MULTIPART, named('name="a"')],
    ] as const) {
      assert.equal(judge(type, body, { bodyIsTruncated }), false, type);
    }
    assert.equal(judge('application/json', '{"a":NaN,', { bodyIsTruncated }), true);
  });

  it('is checked in its decoded form, whichever reading a rule sees', () => {
    assert.equal(judge('application/json', '\x1f\x8b', { decodedBody: '{}' }), false);
    assert.equal(judge('application/json', '{}', { decodedBody: '{', bodyIsDamaged: false }), true);
    assert.equal(judge('text/plain', 'x', { bodyIsDamaged: true }), true);
  });
});
