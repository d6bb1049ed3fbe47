import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { Records } from './records.ts';

/** Also lone surrogates, which UTF-8 cannot encode; two of adjacent records must not combine into a character. */
const texts = fc.array(
  fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('\ud83d', '\ude00')),
  { maxLength: 200 },
);

it('records are the bytes of their texts', () => {
  fc.assert(
    fc.property(texts, (all) => {
      const records = new Records(all);
      const expected = all.map((text) => text.toWellFormed());
      assert.equal(records.length, all.length);
      assert.deepEqual(
        all.map((_, at) => records.text(at)),
        expected,
      );
      assert.deepEqual(
        all.map((_, at) => records.size(at)),
        all.map((text) => Buffer.byteLength(text)),
      );
      assert.ok(records.bytes.equals(Buffer.from(expected.join(''))));
      assert.equal(
        records.bytes.buffer.byteLength,
        records.bytes.length,
        'the buffer has no other bytes',
      );
    }),
  );
});
