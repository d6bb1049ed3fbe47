import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decodeJson } from './decode-json.ts';

const TEXT = '{"ü":"\u{1f600}"}';

const utf32le = (text: string) =>
  Buffer.concat(
    [...text].map((each) => {
      const unit = Buffer.alloc(4);
      unit.writeUInt32LE(each.codePointAt(0) ?? 0);
      return unit;
    }),
  );
const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-16LE': (text) => Buffer.from(text, 'utf16le'),
  'UTF-16BE': (text) => Buffer.from(text, 'utf16le').swap16(),
  'UTF-32LE': utf32le,
  'UTF-32BE': (text) => utf32le(text).swap32(),
};

describe('bytes of a JSON text', () => {
  for (const [name, encode] of Object.entries(encodings)) {
    it(`are decoded from ${name}, with a byte order mark and without, also when truncated`, () => {
      assert.equal(decodeJson(encode(TEXT).toString('latin1')), TEXT);
      assert.equal(decodeJson(encode(`\ufeff${TEXT}`).toString('latin1')), TEXT);
      const cut = encode(TEXT).subarray(0, -1).toString('latin1');
      assert.equal(decodeJson(cut), TEXT.slice(0, -1));
    });
  }

  it('never throw', () => {
    const bytes = fc.uint8Array().map((each) => Buffer.from(each).toString('latin1'));
    fc.assert(fc.property(bytes, (each) => typeof decodeJson(each) === 'string'));
  });
});
