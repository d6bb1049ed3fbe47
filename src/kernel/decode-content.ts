import type { Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';

/** Default maximum size of decoded content; the rest is never decoded. */
export const MAX_BYTES = 1024 ** 2;

/** Maximum number of encodings of a body; more are an attempt to waste time. */
const MAX_ENCODINGS = 4;

/** RFC 9659 limits the window of zstd content to 8 MB. */
const ZSTD_WINDOW_LOG = 23;

type Decoder = Transform & {
  /** Bytes of the input that were used. */
  readonly bytesWritten: number;
};

const decoders: Readonly<Record<string, (bytes: Uint8Array) => Decoder>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  br: () => createBrotliDecompress(),
  zstd: () =>
    createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } }),
  deflate: (bytes) => (hasZlibHeader(bytes) ? createInflate() : createInflateRaw()),
};

/** Number of writes for damaged content: the output of the writes before the damage is kept. */
const MAX_STEPS = 256;

/** The last bytes are written one by one: gzip ends with a checksum and a length of four bytes each. */
const SINGLE_BYTES = 16;

interface Step {
  readonly bytes: Uint8Array;
  /** False if the content is damaged or truncated, where `bytes` is the part before, or if bytes follow its end. */
  readonly isSound: boolean;
}

export interface DecodedContent extends Step {
  /** The decoded bytes after each encoding, the outermost one first; empty without encodings. */
  readonly layers: readonly Uint8Array[];
}

/**
 * Undoes the encodings of `Content-Encoding`, the last one first, up to the maximum size; the rest is never decoded.
 * Undefined for unknown encodings.
 */
export async function decodeContent(
  bytes: Uint8Array,
  contentEncoding = '',
  most: number = MAX_BYTES,
): Promise<DecodedContent | undefined> {
  const names = encodingsOf(contentEncoding);
  if (!names) return undefined;
  let content: Step = { bytes, isSound: true };
  const layers: Uint8Array[] = [];
  for (const name of names.reverse()) {
    const decoded = await decompress(content.bytes, name, most);
    content = { bytes: decoded.bytes, isSound: decoded.isSound && content.isSound };
    layers.push(decoded.bytes);
  }
  return { bytes: content.bytes.subarray(0, most), isSound: content.isSound, layers };
}

/** Whether content with this `Content-Encoding` can be read. */
export const isKnownEncoding = (contentEncoding: string): boolean =>
  encodingsOf(contentEncoding) !== undefined;

function encodingsOf(contentEncoding: string): string[] | undefined {
  // Content codings have no parameters (RFC 9110, section 8.4.1); they are ignored.
  const names = contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.split(';', 1)[0]?.trim() ?? '')
    .filter((name) => name !== '' && name !== 'identity');
  const isKnown = names.every((name) => Object.hasOwn(decoders, name));
  return isKnown && names.length <= MAX_ENCODINGS ? names : undefined;
}

async function decompress(bytes: Uint8Array, name: string, most: number): Promise<Step> {
  const whole = await collect(bytes, name, most, [bytes.length]);
  return whole.isSound ? whole : collect(bytes, name, most, stepsOf(bytes.length));
}

/** Offsets at which the writes end; towards the end of the content each write is a single byte. */
function stepsOf(length: number): number[] {
  const step = Math.ceil(length / MAX_STEPS);
  const ends: number[] = [];
  const single = length - SINGLE_BYTES;
  for (let end = 0; end < length; ) {
    end = Math.min(end >= single ? end + 1 : Math.min(end + step, single), length);
    ends.push(end);
  }
  return ends;
}

/** Decodes as much as possible; the output of the write that fails is lost. */
function collect(
  bytes: Uint8Array,
  name: string,
  most: number,
  ends: readonly number[],
): Promise<Step> {
  const decoder = decoders[name]?.(bytes);
  if (decoder === undefined) return Promise.resolve({ bytes, isSound: true });
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve) => {
    const settle = (isSound: boolean): void => resolve({ bytes: Buffer.concat(chunks), isSound });
    const isUsedUp = (): boolean => size === most || decoder.bytesWritten === bytes.length;
    decoder.on('data', (chunk: Buffer) => {
      chunks.push(chunk.subarray(0, most - size));
      size = Math.min(size + chunk.length, most);
      if (size === most) decoder.destroy();
    });
    decoder.once('close', () => settle(isUsedUp()));
    decoder.once('error', () => settle(false));
    let start = 0;
    for (const end of ends) {
      decoder.write(bytes.subarray(start, end));
      start = end;
    }
    decoder.end();
  });
}

/** "deflate" is the zlib format (RFC 9110); some servers send a raw deflate stream. */
function hasZlibHeader(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}
