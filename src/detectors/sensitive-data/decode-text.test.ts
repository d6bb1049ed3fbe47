import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeText } from './decode-text.ts';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const utf16 = (text: string): Uint8Array => Buffer.from(`\ufeff${text}`, 'utf16le');

describe('decodeText', () => {
  const rows: readonly (readonly [string, Uint8Array, string, string | undefined])[] = [
    ['UTF-8 without a charset', Buffer.from('é'), 'text/plain', 'é'],
    ['invalid UTF-8 as Latin-1', latin1('caf\xe9.'), 'text/plain', 'café.'],
    ['a truncated character at the end', bytes(0x61, 0xc3), 'application/json', 'a\ufffd'],
    ['the declared charset', bytes(0xcf, 0xf0), 'text/html; charset=windows-1251', 'Пр'],
    [
      'a charset in which ASCII bytes are not ASCII',
      latin1('\x1b$BF|K\\\x1b(B'),
      'text/plain; charset=iso-2022-jp',
      '日本',
    ],
    ['a quoted charset', bytes(0x93, 0xfa), 'text/html;charset="Shift_JIS"', '日'],
    ['an unknown charset as Latin-1', latin1('\xe9'), 'text/html; charset=klingon', 'é'],
    [
      'a byte order mark that contradicts the charset',
      utf16('hé'),
      'text/html; charset=iso-8859-1',
      'hé',
    ],
    ['a UTF-8 mark', bytes(0xef, 0xbb, 0xbf, 0xc3, 0xa9), 'text/csv; charset=latin1', 'é'],
    [
      'the meta element',
      latin1('<meta charset="koi8-r">\xf0'),
      'text/html',
      '<meta charset="koi8-r">П',
    ],
    [
      'the older meta element',
      latin1('<meta http-equiv=content-type content="text/html; charset=koi8-r">\xf0'),
      'text/html',
      '<meta http-equiv=content-type content="text/html; charset=koi8-r">П',
    ],
    [
      'the XML declaration',
      latin1('<?xml version="1.0" encoding="windows-1251"?>\xcf'),
      'application/atom+xml',
      '<?xml version="1.0" encoding="windows-1251"?>П',
    ],
    [
      'a meta element in plain text, which is ignored',
      latin1('<meta charset="koi8-r">\xf0.'),
      'text/plain',
      '<meta charset="koi8-r">ð.',
    ],
    ['scripts', Buffer.from('a'), 'application/javascript', 'a'],
    ['forms', Buffer.from('a=1'), 'application/x-www-form-urlencoded', 'a=1'],
    ['problem+json', Buffer.from('{}'), 'application/problem+json', '{}'],
    ['no images', Buffer.from('a'), 'image/png', undefined],
    ['no archives', Buffer.from('a'), 'application/zip', undefined],
    ['nothing without a type', Buffer.from('a'), '', undefined],
  ];
  for (const [what, body, type, text] of rows) {
    it(`reads ${what}`, () => assert.equal(decodeText(body, type), text));
  }
});
