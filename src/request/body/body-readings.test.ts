import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { readingsOf, type SentBody } from './body-readings.ts';

const FORM = 'application/x-www-form-urlencoded';
const LIMIT = 131_072;

const read = (body: string | Buffer, encoding?: string, more: Partial<SentBody> = {}) =>
  readingsOf(Buffer.from(body), { encoding, type: FORM, limit: LIMIT, isCut: false, ...more });

const contents = async (...sent: Parameters<typeof read>) =>
  (await read(...sent)).readings.map(({ content }) => content);

/** Gzip content with a text in its head. */
const withHead = (flag: number, text: string) =>
  Buffer.concat([
    Buffer.from([0x1f, 0x8b, 8, flag, 0, 0, 0, 0, 0, 3]),
    Buffer.from(`${text}\0`, 'latin1'),
    gzipSync('q=1').subarray(10),
  ]);

describe('readings of a body', () => {
  it('are the body as sent only, without an encoding', async () => {
    for (const encoding of [undefined, 'identity', ',']) {
      assert.deepEqual(await contents('q=1', encoding), ['q=1']);
    }
    assert.deepEqual(await contents('', 'gzip'), ['']);
  });

  for (const [encoding, body] of [
    ['gzip', gzipSync('q=1')],
    ['deflate', deflateSync('q=1')],
    ['deflate', deflateRawSync('q=1')],
    ['br', brotliCompressSync('q=1')],
    ['zstd', zstdCompressSync('q=1')],
    ['gzip', withHead(8, 'my file-1.txt')],
    ['gzip', withHead(8, 'data (1).json')],
    ['gzip', withHead(8, 'f\xfc[1].json')],
    ['gzip', withHead(8, Buffer.from('fü(1).json').toString('latin1'))],
  ] as const) {
    it(`are the body as sent and decoded: ${encoding}`, async () => {
      const { readings, isDamaged, isWhole } = await read(body, encoding);
      assert.deepEqual(
        readings.map(({ content }) => content),
        [body.toString('latin1'), 'q=1'],
      );
      assert.deepEqual([isDamaged, isWhole], [false, true]);
    });
  }

  it('include the content after each of several encodings', async () => {
    const inner = gzipSync('q=1');
    const both = brotliCompressSync(inner);
    const layers = [both, inner].map((each) => each.toString('latin1'));
    assert.deepEqual(await contents(both, 'gzip, br'), [...layers, 'q=1']);
    for (const encoding of ['gzip, gzip', 'deflate, gzip', 'br, zstd, gzip']) {
      const { readings, isDamaged } = await read(inner, encoding);
      assert.ok(
        readings.some(({ content }) => content === 'q=1'),
        encoding,
      );
      assert.equal(isDamaged, true, encoding);
    }
  });

  for (const [what, encoding, body] of [
    ['text that is not deflate', 'deflate', Buffer.from('q=bad&x=1')],
    ['text that is not gzip', 'gzip', Buffer.from('{"q":"bad"}')],
    ['gzip without its end', 'gzip', gzipSync('q=1').subarray(0, -4)],
    ['text after gzip', 'gzip', Buffer.concat([gzipSync('q=1'), Buffer.from('&q=bad')])],
    ['zeros after gzip', 'gzip', Buffer.concat([gzipSync('q=1'), Buffer.alloc(4)])],
    ['text after brotli', 'br', Buffer.concat([brotliCompressSync('q=1'), Buffer.from('&q=bad')])],
    ['text after deflate', 'deflate', Buffer.concat([deflateSync('q=1'), Buffer.from('&q=bad')])],
    ['a form as the name of gzip', 'gzip', withHead(8, '&q=bad&')],
    ['a comment in gzip', 'gzip', withHead(16, 'q')],
  ] as const) {
    it(`are damaged: ${what}`, async () => {
      const { readings, isDamaged } = await read(body, encoding);
      assert.equal(isDamaged, true);
      assert.equal(readings[0].content, body.toString('latin1'));
    });
  }

  it('are not damaged if only a part is inspected', async () => {
    const { isDamaged } = await read(gzipSync('q=1').subarray(0, -4), 'gzip', { isCut: true });
    assert.equal(isDamaged, false);
  });

  it('are incomplete for unknown encodings', async () => {
    const { isDamaged, isWhole, readings } = await read('q=1', 'aws-chunked');
    assert.deepEqual([isDamaged, isWhole, readings.length], [false, false, 1]);
  });

  it('are bounded in bytes and in compression ratio', async () => {
    for (const [encode, name] of [
      [gzipSync, 'gzip'],
      [brotliCompressSync, 'br'],
      [zstdCompressSync, 'zstd'],
    ] as const) {
      const bomb = encode(Buffer.alloc(10_000_000));
      const { decoded, isWhole } = await read(bomb, name);
      assert.ok(decoded.length <= Math.min(LIMIT, Math.max(32_768, 100 * bomb.length)), name);
      assert.equal(isWhole, false);
    }
  });

  it('are transcoded from the charset that the type names', async () => {
    const type = `${FORM}; charset=utf-16le`;
    assert.deepEqual(await contents(Buffer.from('q=é', 'utf16le'), undefined, { type }), [
      'q\0=\0\xe9\0',
      'q=\xc3\xa9',
    ]);
    for (const charset of ['utf-8', 'us-ascii', 'ibm037', '']) {
      assert.equal(
        (await contents('q=1', undefined, { type: `${FORM}; charset=${charset}` })).length,
        1,
      );
    }
  });

  it('include UTF-8 of documents in UTF-16 and UTF-32 whose type names no charset', async () => {
    const text = '{"id":"é"}';
    const little = Buffer.from(text, 'utf16le');
    const wide = Buffer.from(Uint32Array.from(text, (each) => each.charCodeAt(0)).buffer);
    for (const body of [
      little,
      Buffer.from(little).swap16(),
      Buffer.concat([Buffer.from([0xff, 0xfe]), little]),
      wide,
      Buffer.from(wide).swap32(),
      Buffer.concat([little, Buffer.from('x')]),
    ]) {
      const [, reading] = await contents(body, undefined, { type: 'application/json' });
      assert.equal(reading, '{"id":"\xc3\xa9"}');
    }
    for (const body of ['a\0b\0', '\0\0\x01\0', '{"a":"\0"}', '\0']) {
      assert.equal((await contents(body)).length, 1);
    }
  });

  it('are no more than a few, however many charsets the type names', async () => {
    const names = ['utf-16le', 'big5', 'euc-kr', 'shift_jis', 'koi8-r', 'utf-16be'];
    const type = `${FORM}${names.map((name) => `; charset=${name}`).join('')}`;
    assert.equal((await contents('q=\xe9\xe8', undefined, { type })).length, 3);
  });

  it('include one with decoded parts if parts are encoded', async () => {
    const type = 'multipart/form-data; boundary=b';
    const { readings } = await read('--b\r\nContent-Transfer-Encoding: base64\r\n', undefined, {
      type,
    });
    assert.deepEqual(
      readings.map(({ decodesParts }) => decodesParts),
      [false, true],
    );
  });
});
