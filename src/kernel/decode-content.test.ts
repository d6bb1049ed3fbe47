import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { decodeContent, MAX_BYTES } from './decode-content.ts';

const text = Buffer.from('some text '.repeat(500));
const bomb = Buffer.alloc(20 * MAX_BYTES);

async function decoded(bytes: Uint8Array, encoding?: string, most?: number): Promise<Buffer> {
  return Buffer.from((await decodeContent(bytes, encoding, most))?.bytes ?? []);
}

/** The default quality takes seconds for a decompression bomb. */
const brotliSync = (bytes: Uint8Array) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });

describe('decodeContent', () => {
  const encoders: readonly (readonly [string, (bytes: Uint8Array) => Buffer])[] = [
    ['gzip', gzipSync],
    ['X-GZIP', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliSync],
    ['zstd', zstdCompressSync],
  ];
  for (const [name, encode] of encoders) {
    it(`undoes ${name} (${encode.name})`, async () => {
      assert.deepEqual(await decoded(encode(text), name), text);
    });

    it(`stops at the limit for ${name} (${encode.name})`, async () => {
      const encoded = encode(bomb);
      assert.equal((await decoded(encoded, name)).length, MAX_BYTES);
      assert.equal((await decoded(encoded, name, 1000)).length, 1000);
    });
  }

  it('returns the readable part of truncated content', async () => {
    const random = Buffer.from(Array.from({ length: 50_000 }, (_, n) => (n * n) % 251));
    const cut = gzipSync(random).subarray(0, 200);
    const known = await decoded(cut, 'gzip');
    assert.ok(known.length > 0);
    assert.deepEqual(known, random.subarray(0, known.length));
  });

  it('decodes several encodings, the last one first', async () => {
    const twice = brotliCompressSync(gzipSync(text));
    assert.deepEqual(await decoded(twice, 'gzip, br'), text);
    const four = gzipSync(gzipSync(gzipSync(gzipSync(text))));
    assert.deepEqual(await decoded(four, 'gzip, gzip, gzip, gzip'), text);
  });

  it('returns content without encoding unchanged, up to the limit', async () => {
    assert.deepEqual(await decoded(text), text);
    assert.deepEqual(await decoded(text, 'identity'), text);
    assert.equal((await decoded(bomb, '')).length, MAX_BYTES);
  });

  it('returns undefined for unknown encodings', async () => {
    assert.equal(await decodeContent(text, 'lzma'), undefined);
    assert.equal(await decodeContent(text, 'gzip,gzip,gzip,gzip,gzip'), undefined);
  });

  it('returns no bytes if the content does not have its declared encoding', async () => {
    for (const name of ['gzip', 'zstd']) {
      const found = await decodeContent(Buffer.from('q=good&r=1'), name);
      assert.deepEqual([found?.bytes.length, found?.isSound], [0, false], name);
    }
  });

  // Regression: such content was dropped, although servers that ignore its end read all of it.
  const login = Buffer.from('username=ada&password=lovelace');
  const long = Buffer.from(Array.from({ length: 90_000 }, (_, n) => (n * n * n) % 251));
  const damages: Readonly<Record<string, (sound: Buffer) => Buffer>> = {
    'a wrong checksum': (sound) => Buffer.concat([sound.subarray(0, -8), Buffer.alloc(8)]),
    'no checksum': (sound) => sound.subarray(0, -8),
    'trailing garbage': (sound) => Buffer.concat([sound, Buffer.from('garbage')]),
  };
  for (const [damage, spoil] of Object.entries(damages)) {
    it(`returns all of content with ${damage}, marked as not sound`, async () => {
      for (const plain of [login, long]) {
        const found = await decodeContent(spoil(gzipSync(plain)), 'gzip');
        assert.deepEqual([Buffer.from(found?.bytes ?? []), found?.isSound], [plain, false]);
      }
    });
  }

  it('ignores parameters', async () => {
    assert.deepEqual(await decoded(gzipSync(text), 'gzip;q=1'), text);
  });
});
