import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { toOutboundError } from './failure-mapping.ts';
import { OutboundError } from './outbound-error.ts';

/** What we ask for when the caller wants compressed answers unpacked. */
export const ACCEPT_ENCODING = 'gzip, br';

const decoders: Readonly<Record<string, () => NodeJS.ReadWriteStream>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The unpacked form of `body`. One layer only: nested encodings serve nobody but attackers. */
export function decoded(body: Readable, contentEncoding: string | undefined): Readable {
  const encoding = contentEncoding?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return body;
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding]?.() : undefined;
  if (!decoder) throw new OutboundError('bad_response', 'the answer has an unknown encoding');
  // Errors of either side end the other; whoever reads the decoder sees them.
  return pipeline(body, decoder, () => {}) as unknown as Readable;
}

export interface LimitedBodyOptions {
  readonly maxBytes: number;
  /** For messages. */
  readonly origin: string;
  readonly signal: AbortSignal;
  /** Called once reading ends, in whatever way. */
  readonly release: () => void;
}

/** Hands chunks on until there are more bytes than allowed; memory never holds more than a chunk. */
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

/** Refuses by the announced length, before a byte is read. */
export function checkAnnouncedLength(contentLength: string | undefined, maxBytes: number): void {
  if (contentLength !== undefined && Number(contentLength) > maxBytes) throw tooLarge(maxBytes);
}

function tooLarge(maxBytes: number): OutboundError {
  return new OutboundError('response_too_large', `the answer is larger than ${maxBytes} bytes`);
}
