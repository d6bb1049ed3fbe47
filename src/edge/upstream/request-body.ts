import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { BodyPrefix } from './body-prefix.ts';

/**
 * A visitor's body on its way to an origin, read as fast as the origin takes it. It stands between the
 * two so that ending the one does not end the other: when an origin fails, the visitor's connection stays open
 * for a response, or the body can go to another origin if nothing of it was read.
 */
export class RequestBody extends Readable {
  readonly #request: IncomingMessage;
  readonly #beforeFirst: () => void;
  readonly #prefix: BodyPrefix | undefined;
  #started = false;
  received = 0;

  constructor(request: IncomingMessage, beforeFirst: () => void, prefix?: BodyPrefix) {
    super({ highWaterMark: 64 * 1024 });
    this.#request = request;
    this.#beforeFirst = beforeFirst;
    this.#prefix = prefix;
  }

  /** True once a byte may have been taken, so that nobody else can have it. */
  get wasRead(): boolean {
    return this.#started && this.#prefix?.isWhole !== true;
  }

  /** True while the origin waits for the visitor, and not the other way round. */
  get isWaiting(): boolean {
    return this.#started && !this.#request.complete && !this.#request.isPaused();
  }

  override _read(): void {
    if (!this.#started) this.#start();
    if (!this.#prefix?.isWhole) this.#request.resume();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#request.off('data', this.#onData).off('end', this.#onEnd).off('close', this.#onClose);
    // The rest is thrown away as it comes, so that the connection can go on.
    if (this.#started) this.#request.resume();
    done(error);
  }

  #start(): void {
    this.#started = true;
    if (this.#prefix) this.push(this.#prefix.bytes);
    else this.#beforeFirst();
    if (this.#prefix?.isWhole) {
      this.push(null);
      return;
    }
    this.#request.on('data', this.#onData).once('end', this.#onEnd).once('close', this.#onClose);
  }

  readonly #onData = (chunk: Buffer): void => {
    this.received += chunk.length;
    if (!this.push(chunk)) this.#request.pause();
  };

  readonly #onEnd = (): void => {
    this.push(null);
  };

  readonly #onClose = (): void => {
    if (!this.#request.complete) this.destroy(new Error('the visitor ended the request early'));
  };
}

/** Whether the visitor waits to be asked for the body. HTTP/1.0 has no informational responses. */
export function waitsForContinue({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.expect !== undefined && httpVersion !== '1.0';
}

/** Whether a request says that a body follows. */
export function hasBody(request: IncomingMessage): boolean {
  const { headers } = request;
  if (headers['transfer-encoding'] !== undefined) return true;
  const length = headers['content-length'];
  if (length !== undefined) return length !== '0';
  const stream = (request as { readonly stream?: { readonly endAfterHeaders?: boolean } }).stream;
  return stream !== undefined && stream.endAfterHeaders === false;
}
