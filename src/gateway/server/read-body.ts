import type { BodyConsumer, HttpStream, IncomingBody } from '../../transport/http-stream.ts';

export type ReadBody =
  | { readonly text: string }
  | { readonly problem: 'too long' | 'too slow' | 'gone' };

/** Reads the body of a request as text. If it has been received already, it is returned synchronously. */
export function readBody(
  stream: HttpStream,
  maxBytes: number,
  limitMs: number,
): ReadBody | Promise<ReadBody> {
  const { body } = stream;
  if (!body) return { text: '' };
  const reader = new TextReader(maxBytes);
  body.read(reader);
  if (reader.result) return reader.result;
  sendContinue(body, stream);
  return waitFor(reader, body, limitMs);
}

/** RFC 9110, section 10.1.1: a client with `Expect: 100-continue` may wait for this before it sends the body. */
function sendContinue({ received }: IncomingBody, stream: HttpStream): void {
  const { headers, version } = stream;
  if (received === 0 && version !== '1.0' && headers.has('expect')) stream.inform(100, []);
}

/** The limit is for the whole body, so that a client that sends byte by byte cannot hold the connection. */
function waitFor(reader: TextReader, body: IncomingBody, limitMs: number): Promise<ReadBody> {
  return new Promise((resolve) => {
    const late = setTimeout(() => {
      body.pause();
      reader.settle({ problem: 'too slow' });
    }, limitMs);
    const end = (result: ReadBody) => {
      clearTimeout(late);
      resolve(result);
    };
    reader.onResult = end;
  });
}

class TextReader implements BodyConsumer {
  readonly #maxBytes: number;
  readonly #pieces: Buffer[] = [];
  #size = 0;
  result: ReadBody | undefined;
  onResult: (result: ReadBody) => void = () => {};

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  settle(result: ReadBody): void {
    if (this.result) return;
    this.result = result;
    this.onResult(result);
  }

  onData(bytes: Buffer): boolean {
    this.#size += bytes.length;
    if (this.#size > this.#maxBytes) this.settle({ problem: 'too long' });
    if (this.result) return false;
    this.#pieces.push(bytes);
    return true;
  }

  onEnd(): void {
    const [first = Buffer.alloc(0), ...others] = this.#pieces;
    const bytes = others.length === 0 ? first : Buffer.concat(this.#pieces);
    this.settle({ text: bytes.toString() });
  }

  onFailure(): void {
    this.settle({ problem: 'gone' });
  }
}
