import { createGunzip } from 'node:zlib';
import type { BodyConsumer, HttpStream, IncomingBody } from '../../transport/http-stream.ts';

export type ReadBody =
  | { readonly text: string }
  /** `prefix`: the beginning of a body that is too long. */
  | { readonly problem: 'too long'; readonly prefix?: string }
  /** `encoding`: it cannot be decoded. */
  | { readonly problem: 'too slow' | 'gone' | 'encoding'; readonly prefix?: undefined };

/** A body up to the limit. */
interface ReceivedBytes {
  readonly bytes: Buffer;
  /** Whether the body is longer. */
  readonly isCut: boolean;
}

type ReceivedBody = ReceivedBytes | { readonly problem: 'too slow' | 'gone' };

/**
 * Reads the body of a request as text. If it has been received already and is not compressed, it is returned synchronously. The limit
 * applies to the body as sent and after decompression.
 */
export function readBody(
  stream: HttpStream,
  maxBytes: number,
  limitMs: number,
): ReadBody | Promise<ReadBody> {
  const { body } = stream;
  if (!body) return { text: '' };
  const encoding = stream.headers.get('content-encoding')?.toLowerCase() ?? 'identity';
  const decode = (received: ReceivedBody) => {
    if ('problem' in received) return received;
    if (encoding === 'identity') return asText(received);
    const isGzip = encoding === 'gzip' || encoding === 'x-gzip';
    return isGzip ? decompressed(received, maxBytes) : { problem: 'encoding' as const };
  };
  const reader = new BodyReader(maxBytes);
  body.read(reader);
  if (reader.result) return decode(reader.result);
  sendContinue(body, stream);
  return waitFor(reader, body, limitMs).then(decode);
}

function asText({ bytes, isCut }: ReceivedBytes): ReadBody {
  const text = bytes.toString();
  return isCut ? { problem: 'too long', prefix: text } : { text };
}

async function decompressed({ bytes, isCut }: ReceivedBytes, maxBytes: number): Promise<ReadBody> {
  try {
    const content = await gunzip(bytes, maxBytes);
    return asText({ bytes: content.bytes, isCut: isCut || content.isCut });
  } catch {
    return { problem: isCut ? 'too long' : 'encoding' };
  }
}

async function gunzip(compressed: Buffer, maxBytes: number): Promise<ReceivedBytes> {
  const stream = createGunzip();
  stream.end(compressed);
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    pieces.push(piece);
    size += piece.length;
    if (size > maxBytes) break;
  }
  return { bytes: Buffer.concat(pieces).subarray(0, maxBytes), isCut: size > maxBytes };
}

/** RFC 9110, section 10.1.1: a client with `Expect: 100-continue` may wait for this before it sends the body. */
function sendContinue({ received }: IncomingBody, stream: HttpStream): void {
  const { headers, version } = stream;
  if (received === 0 && version !== '1.0' && headers.has('expect')) stream.inform(100, []);
}

/** The limit is for the whole body, so that a client that sends byte by byte cannot hold the connection. */
function waitFor(reader: BodyReader, body: IncomingBody, limitMs: number): Promise<ReceivedBody> {
  return new Promise((resolve) => {
    const late = setTimeout(() => {
      body.pause();
      reader.settle({ problem: 'too slow' });
    }, limitMs);
    const end = (result: ReceivedBody) => {
      clearTimeout(late);
      resolve(result);
    };
    reader.onResult = end;
  });
}

class BodyReader implements BodyConsumer {
  readonly #maxBytes: number;
  readonly #pieces: Buffer[] = [];
  #size = 0;
  result: ReceivedBody | undefined;
  onResult: (result: ReceivedBody) => void = () => {};

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  settle(result: ReceivedBody): void {
    if (this.result) return;
    this.result = result;
    this.onResult(result);
  }

  onData(bytes: Buffer): boolean {
    this.#size += bytes.length;
    this.#pieces.push(bytes);
    if (this.#size > this.#maxBytes) {
      const bytes = Buffer.concat(this.#pieces).subarray(0, this.#maxBytes);
      this.settle({ bytes, isCut: true });
    }
    return this.result === undefined;
  }

  onEnd(): void {
    const [first = Buffer.alloc(0), ...others] = this.#pieces;
    const bytes = others.length === 0 ? first : Buffer.concat(this.#pieces);
    this.settle({ bytes, isCut: false });
  }

  onFailure(): void {
    this.settle({ problem: 'gone' });
  }
}
