import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { TextPart } from '../kernel/text-part.ts';
import { gzipParts } from './gzip-parts.ts';

/** Parts that are empty, short, or longer than the buffers; with characters of one to four bytes. */
const texts = fc
  .tuple(fc.string({ unit: 'grapheme' }), fc.constantFrom(0, 1, 3, 40_000))
  .map(([text, times]) => text.repeat(times));
const parts = fc.array(
  fc.oneof(
    texts,
    fc.tuple(texts, texts, texts).map(([before, text, after]): TextPart => {
      const start = Buffer.byteLength(before);
      const bytes = Buffer.from(before + text + after);
      return { bytes, start, end: start + Buffer.byteLength(text) };
    }),
  ),
);

const bytesOf = (part: TextPart): Buffer =>
  typeof part === 'string' ? Buffer.from(part) : part.bytes.subarray(part.start, part.end);

describe('a body', () => {
  it('has all parts, also if several bodies are created at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(parts, { minLength: 1, maxLength: 3 }), async (bodies) => {
        const made = await Promise.all(bodies.map((body) => gzipParts(body)));
        for (const [n, { compressed, bytes }] of made.entries()) {
          const expected = Buffer.concat((bodies[n] ?? []).map(bytesOf));
          assert.ok(gunzipSync(compressed).equals(expected));
          assert.equal(bytes, expected.length);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('fails if a part throws, and does not affect other bodies', async () => {
    function* failing(): Iterable<TextPart> {
      yield 'x'.repeat(1_000_000);
      throw new RangeError('too long');
    }
    const text = 'y'.repeat(1_000_000);
    const failed = assert.rejects(gzipParts(failing()), /too long/);
    const [made, later] = [gzipParts([text]), failed.then(() => gzipParts([text]))];
    for (const { compressed } of [await made, await later]) {
      assert.equal(String(gunzipSync(compressed)), text);
    }
  });
});
