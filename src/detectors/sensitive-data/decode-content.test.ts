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

/** The best quality, which is the default, takes seconds for a bomb. */
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

    it(`stops at the bound for ${name} (${encode.name})`, async () => {
      const encoded = encode(bomb);
      assert.equal((await decoded(encoded, name)).length, MAX_BYTES);
      assert.equal((await decoded(encoded, name, 1000)).length, 1000);
    });
  }

  it('gives what could be read of cut content', async () => {
    const random = Buffer.from(Array.from({ length: 50_000 }, (_, n) => (n * n) % 251));
    const cut = gzipSync(random).subarray(0, 200);
    const known = await decoded(cut, 'gzip');
    assert.ok(known.length > 0);
    assert.deepEqual(known, random.subarray(0, known.length));
  });

  it('undoes several, the last one first', async () => {
    const twice = brotliCompressSync(gzipSync(text));
    assert.deepEqual(await decoded(twice, 'gzip, br'), text);
    const four = gzipSync(gzipSync(gzipSync(gzipSync(text))));
    assert.deepEqual(await decoded(four, 'gzip, gzip, gzip, gzip'), text);
  });

  it('leaves what is not encoded as it is, up to the bound', async () => {
    assert.deepEqual(await decoded(text), text);
    assert.deepEqual(await decoded(text, 'identity'), text);
    assert.equal((await decoded(bomb, '')).length, MAX_BYTES);
  });

  it('gives nothing for what it does not know', async () => {
    assert.equal(await decodeContent(text, 'lzma'), undefined);
    assert.equal(await decodeContent(text, 'gzip,gzip,gzip,gzip,gzip'), undefined);
  });

  it('gives nothing of what is not encoded as it says', async () => {
    for (const name of ['gzip', 'zstd']) {
      const found = await decodeContent(Buffer.from('q=good&r=1'), name);
      assert.deepEqual([found?.bytes.length, found?.isSound], [0, false], name);
    }
  });

  // Servers that do not check what ends the content read all of it; here nothing was left of it.
  const login = Buffer.from('username=ada&password=lovelace');
  const long = Buffer.from(Array.from({ length: 90_000 }, (_, n) => (n * n * n) % 251));
  const damages: Readonly<Record<string, (sound: Buffer) => Buffer>> = {
    'a wrong checksum': (sound) => Buffer.concat([sound.subarray(0, -8), Buffer.alloc(8)]),
    'no checksum': (sound) => sound.subarray(0, -8),
    'something behind it': (sound) => Buffer.concat([sound, Buffer.from('garbage')]),
  };
  for (const [damage, spoil] of Object.entries(damages)) {
    it(`gives all of content with ${damage}, and says that it is not sound`, async () => {
      for (const plain of [login, long]) {
        const found = await decodeContent(spoil(gzipSync(plain)), 'gzip');
        assert.deepEqual([Buffer.from(found?.bytes ?? []), found?.isSound], [plain, false]);
      }
    });
  }

  it('does not mind what looks like a parameter', async () => {
    assert.deepEqual(await decoded(gzipSync(text), 'gzip;q=1'), text);
  });
});
