import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { BodyConsumer, HttpStream, IncomingBody } from '../../transport/http-stream.ts';

export type ReadBody =
  | { readonly text: string }
  /** `prefix`: the beginning of a body that is too long and not compressed. */
  | { readonly problem: 'too long'; readonly prefix?: string }
  /** `encoding`: it cannot be decoded. */
  | { readonly problem: 'too slow' | 'gone' | 'encoding'; readonly prefix?: undefined };

/** The bytes of a body, or why they were not received. */
type ReceivedBody = { readonly bytes: Buffer } | Extract<ReadBody, { readonly problem: string }>;

const decompress = promisify(gunzip);

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
  const decode =
    encoding === 'identity'
      ? asText
      : encoding === 'gzip' || encoding === 'x-gzip'
        ? decompressed(maxBytes)
        : refused;
  const reader = new BodyReader(maxBytes);
  body.read(reader);
  if (reader.result) return decode(reader.result);
  sendContinue(body, stream);
  return waitFor(reader, body, limitMs).then(decode);
}

function asText(received: ReceivedBody): ReadBody {
  return 'bytes' in received ? { text: received.bytes.toString() } : received;
}

function refused(received: ReceivedBody): ReadBody {
  return 'bytes' in received || received.problem === 'too long'
    ? { problem: 'encoding' }
    : received;
}

function decompressed(maxBytes: number) {
  return async (received: ReceivedBody): Promise<ReadBody> => {
    if (!('bytes' in received)) {
      return received.problem === 'too long' ? { problem: 'too long' } : received;
    }
    try {
      return { text: (await decompress(received.bytes, { maxOutputLength: maxBytes })).toString() };
    } catch (error) {
      const isTooLong = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
      return { problem: isTooLong ? 'too long' : 'encoding' };
    }
  };
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
      const prefix = Buffer.concat(this.#pieces).subarray(0, this.#maxBytes).toString();
      this.settle({ problem: 'too long', prefix });
    }
    return this.result === undefined;
  }

  onEnd(): void {
    const [first = Buffer.alloc(0), ...others] = this.#pieces;
    const bytes = others.length === 0 ? first : Buffer.concat(this.#pieces);
    this.settle({ bytes });
  }

  onFailure(): void {
    this.settle({ problem: 'gone' });
  }
}
