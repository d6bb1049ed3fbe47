import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decodeScript } from './decode-script.ts';

const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

describe('decode script', () => {
  const cases: Readonly<Record<string, readonly [Buffer, string | null | undefined, string]>> = {
    'UTF-8 by default': [Buffer.from('a="ä€"'), null, 'a="ä€"'],
    'UTF-8 with a byte order mark and any charset': [
      Buffer.from('\uFEFFa="ä"'),
      'text/javascript; charset=iso-8859-1',
      'a="ä"',
    ],
    'UTF-16 by its byte order mark': [
      Buffer.from('\uFEFFa="ä"', 'utf16le'),
      'text/javascript',
      'a="ä"',
    ],
    'big-endian UTF-16 by its byte order mark': [utf16be('\uFEFFa="ä"'), null, 'a="ä"'],
    'UTF-16 by its charset': [
      Buffer.from('a="ä"', 'utf16le'),
      'text/javascript;charset=UTF-16LE',
      'a="ä"',
    ],
    'Latin 1 by its charset': [
      Buffer.from('a="ä"', 'latin1'),
      'application/javascript; charset="ISO-8859-1"',
      'a="ä"',
    ],
    'an unknown charset as UTF-8': [Buffer.from('ä'), 'text/javascript; charset=x', 'ä'],
    'a content type without a value': [Buffer.from('ä'), 'text/javascript; charset=', 'ä'],
    'invalid bytes': [Buffer.from([0x61, 0xff, 0x62]), null, 'a\uFFFDb'],
    'an empty body': [Buffer.alloc(0), undefined, ''],
  };
  for (const [what, [body, contentType, text]] of Object.entries(cases)) {
    it(`reads ${what}`, () => assert.equal(decodeScript(body, contentType), text));
  }

  it('never throws, for any bytes and content type', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), (body, charset) => {
        assert.equal(typeof decodeScript(body, `text/javascript; charset=${charset}`), 'string');
      }),
    );
  });
});
