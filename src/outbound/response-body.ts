import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { toOutboundError } from './failure-mapping.ts';
import { OutboundError } from './outbound-error.ts';

/** The `accept-encoding` of requests whose response is to be decompressed. */
export const ACCEPT_ENCODING = 'gzip, br';

const decoders: Readonly<Record<string, () => NodeJS.ReadWriteStream>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The decompressed body. One layer only: nested encodings are used only in attacks. */
export function decoded(body: Readable, contentEncoding: string | undefined): Readable {
  const encoding = contentEncoding?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return body;
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding]?.() : undefined;
  if (!decoder) throw new OutboundError('bad_response', 'the response has an unknown encoding');
  // An error of either stream ends the other. The reader of the decoder gets it.
  return pipeline(body, decoder, () => {}) as unknown as Readable;
}

/** The same for a body that is in memory. */
export async function decodedBytes(
  body: Uint8Array,
  contentEncoding: string | undefined,
  options: Pick<LimitedBodyOptions, 'maxBytes' | 'origin'>,
): Promise<Buffer> {
  const stream = decoded(Readable.from([body]), contentEncoding);
  const { signal } = new AbortController();
  const chunks = limitedBody(stream, { ...options, signal, release: () => stream.destroy() });
  return Buffer.concat(await Array.fromAsync(chunks));
}

export interface LimitedBodyOptions {
  readonly maxBytes: number;
  /** For messages. */
  readonly origin: string;
  readonly signal: AbortSignal;
  /** Called when reading has ended for whatever reason. */
  readonly release: () => void;
}

/** Yields chunks until the limit is exceeded. At most one chunk is in memory. */
export async function* limitedBody(
  stream: Readable,
  { maxBytes, origin, signal, release }: LimitedBodyOptions,
): AsyncGenerator<Uint8Array> {
  let total = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      total += chunk.byteLength;
      if (total > maxBytes) throw tooLarge(maxBytes);
      yield chunk;
    }
  } catch (error) {
    throw toOutboundError(error, origin, signal);
  } finally {
    release();
  }
}

/** Checks the announced length before a byte is read. */
export function checkAnnouncedLength(contentLength: string | undefined, maxBytes: number): void {
  if (contentLength !== undefined && Number(contentLength) > maxBytes) throw tooLarge(maxBytes);
}

function tooLarge(maxBytes: number): OutboundError {
  return new OutboundError('response_too_large', `the response is larger than ${maxBytes} bytes`);
}
