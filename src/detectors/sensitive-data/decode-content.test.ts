import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { decodeContent, MOST_BYTES } from './decode-content.ts';

const text = Buffer.from('some text '.repeat(500));
const bomb = Buffer.alloc(20 * MOST_BYTES);

describe('decodeContent', () => {
  const encoders: readonly (readonly [string, (bytes: Uint8Array) => Buffer])[] = [
    ['gzip', gzipSync],
    ['X-GZIP', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ];
  for (const [name, encode] of encoders) {
    it(`undoes ${name} (${encode.name})`, async () => {
      assert.deepEqual(Buffer.from((await decodeContent(encode(text), name)) ?? []), text);
    });

    it(`stops at the bound for ${name} (${encode.name})`, async () => {
      assert.equal((await decodeContent(encode(bomb), name))?.length, MOST_BYTES);
    });
  }

  it('gives what could be read of cut content', async () => {
    const random = Buffer.from(Array.from({ length: 50_000 }, (_, n) => (n * n) % 251));
    const cut = gzipSync(random).subarray(0, 200);
    const decoded = Buffer.from((await decodeContent(cut, 'gzip')) ?? []);
    assert.deepEqual(decoded, random.subarray(0, decoded.length));
  });

  it('undoes several, the last one first', async () => {
    const twice = brotliCompressSync(gzipSync(text));
    assert.deepEqual(Buffer.from((await decodeContent(twice, 'gzip, br')) ?? []), text);
  });

  it('leaves what is not encoded as it is, up to the bound', async () => {
    assert.deepEqual(await decodeContent(text), text);
    assert.deepEqual(await decodeContent(text, 'identity'), text);
    assert.equal((await decodeContent(bomb, ''))?.length, MOST_BYTES);
  });

  it('gives nothing for what it does not know', async () => {
    assert.equal(await decodeContent(text, 'lzma'), undefined);
    assert.equal(await decodeContent(text, 'gzip,gzip,gzip,gzip'), undefined);
  });

  it('gives nothing of what is not encoded as it says', async () => {
    assert.equal((await decodeContent(text, 'gzip'))?.length, 0);
  });

  it('gives all or nothing to those who ask for that', async () => {
    const text = Buffer.from('q=good&r=1');
    const sound = gzipSync(text);
    assert.deepEqual(await decodeContent(sound, 'gzip', true), text);
    assert.equal((await decodeContent(gzipSync(bomb), 'gzip', true))?.length, MOST_BYTES);
    assert.equal(await decodeContent(sound.subarray(0, -9), 'gzip', true), undefined);
    for (const name of ['gzip', 'br', 'deflate', 'zstd']) {
      assert.equal(await decodeContent(text, name, true), undefined, name);
    }
  });
});
