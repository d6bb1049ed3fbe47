import type { Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';

/** As much of a decoded body as is looked at. */
export const MOST_BYTES = 1024 ** 2;

/** Nobody encodes a body more often than this, except to keep us busy. */
const MOST_ENCODINGS = 3;

/** RFC 9659: windows of zstd content are at most 8 MB, so that readers need no more memory. */
const ZSTD_WINDOW_LOG = 23;

const decoders: Readonly<Record<string, (bytes: Uint8Array) => Transform>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  br: () => createBrotliDecompress(),
  zstd: () =>
    createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } }),
  deflate: (bytes) => (hasZlibHeader(bytes) ? createInflate() : createInflateRaw()),
};

/**
 * Undoes the encodings of `Content-Encoding`, the last one first, up to the bound: what lies behind it
 * is never made. Of damaged or cut content it gives what could be read, or undefined where it
 * `mustBeSound`; undefined for unknown encodings.
 */
export async function decodeContent(
  bytes: Uint8Array,
  contentEncoding = '',
  mustBeSound = false,
): Promise<Uint8Array | undefined> {
  const names = contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > MOST_ENCODINGS || names.some((name) => !Object.hasOwn(decoders, name))) {
    return undefined;
  }
  let content: Uint8Array | undefined = bytes;
  for (const name of names.reverse()) {
    content = await decompress(content, name, mustBeSound);
    if (!content) return undefined;
  }
  return content.subarray(0, MOST_BYTES);
}

function decompress(
  bytes: Uint8Array,
  name: string,
  mustBeSound: boolean,
): Promise<Uint8Array | undefined> {
  const decoder = decoders[name]?.(bytes);
  if (decoder === undefined) return Promise.resolve(bytes);
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve) => {
    const finish = (): void => resolve(Buffer.concat(chunks));
    decoder.on('data', (chunk: Buffer) => {
      chunks.push(chunk.subarray(0, MOST_BYTES - size));
      size += chunk.length;
      if (size >= MOST_BYTES) decoder.destroy();
    });
    decoder.once('close', finish);
    // The bytes before the mistake are as good as any, except to those who ask for all.
    decoder.once('error', () => (mustBeSound ? resolve(undefined) : finish()));
    decoder.end(bytes);
  });
}

/** RFC 9110 means the zlib format by "deflate"; some servers send the bare stream. */
function hasZlibHeader(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}
