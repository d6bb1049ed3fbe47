import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { generateKeys, open } from '../../kernel/hpke.ts';
import { decryptMatchedData, encryptMatchedData } from './matched-data.ts';

describe('encrypted matched data', () => {
  const { publicKey, privateKey } = generateKeys();

  it('is a version, a key, a length and a ciphertext', () => {
    const bytes = Buffer.from(encryptMatchedData('{"a":"ü"}', publicKey), 'base64');
    assert.equal(bytes[0], 3);
    assert.equal(bytes.readBigUInt64LE(33), BigInt(Buffer.byteLength('{"a":"ü"}') + 16));
    assert.equal(bytes.length, 41 + Buffer.byteLength('{"a":"ü"}') + 16);
    const message = { encapsulated: bytes.subarray(1, 33), ciphertext: bytes.subarray(41) };
    assert.equal(open(privateKey, message).toString(), '{"a":"ü"}');
  });

  it('is read with its private key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        assert.equal(decryptMatchedData(encryptMatchedData(text, publicKey), privateKey), text);
      }),
      { numRuns: 50 },
    );
  });

  const good = Buffer.from(encryptMatchedData('{}', publicKey), 'base64');
  const changed = (at: number) => {
    const bytes = Buffer.from(good);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes.toString('base64');
  };
  for (const [what, text, message] of [
    ['nothing', '', /is not an "encrypted_matched_data"/],
    ['a marker', 'truncated', /is not an "encrypted_matched_data"/],
    ['something else', 'e30=', /is not an "encrypted_matched_data"/],
    ['another version', changed(0), /has the format 2/],
    ['another length', changed(33), /is not complete/],
    ['a part of it', good.subarray(0, -1).toString('base64'), /is not complete/],
    ['another key', changed(5), /another key, or was changed/],
    ['a changed text', changed(45), /another key, or was changed/],
  ] as const) {
    it(`says why ${what} cannot be read`, () => {
      assert.throws(() => decryptMatchedData(text, privateKey), message);
    });
  }

  it('throws only errors with a reason', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200, size: 'max' }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64');
        assert.throws(() => decryptMatchedData(text, privateKey), /^Error: (this is|the data)/);
      }),
    );
  });
});
