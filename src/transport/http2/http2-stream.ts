import type { ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { HeaderList } from '../header-list.ts';
import type {
  BodyConsumer,
  ConnectionInfo,
  Fields,
  HttpStream,
  IncomingBody,
} from '../http-stream.ts';
import { WireError } from '../http1/wire-error.ts';
import { Link } from '../linked-list.ts';
import { type OutgoingBytes, OutgoingPieces } from './outgoing-pieces.ts';
import { parseTrailers, type RequestFields } from './request-fields.ts';
import { fieldBytes, fieldsByName, hasField, responseFields } from './response-fields.ts';

/** The part of the connection that a stream uses. */
export interface StreamOwner {
  readonly info: ConnectionInfo;
  readonly outgoing: OutgoingBytes;
  now(): number;
  onSent(frames: number): void;
  onClosed(stream: Http2Stream): void;
  /** Accepts no further requests, and closes after those in flight. */
  drain(): void;
}

const FRAME_HEAD_BYTES = 9;
const MAX_FRAME_BYTES = 16 * 1024;

/** One request of an HTTP/2 connection and its response. */
export class Http2Stream implements HttpStream, IncomingBody {
  readonly version = '2';
  readonly method: string;
  readonly target: string;
  headers: HeaderList;
  /** The entry in the connection's list of streams. */
  readonly link = new Link<Http2Stream>(this);
  readonly #stream: ServerHttp2Stream;
  readonly #owner: StreamOwner;
  readonly #length: number | undefined;
  readonly #outgoing: OutgoingPieces;
  readonly #fieldBytes: number;
  #consumer: BodyConsumer | undefined;
  #requestTrailers: HeaderList | undefined;
  #isReading = false;
  #isPaused = true;
  #chunks = 0;
  #counted = 0;
  #hasBody = true;
  #hasEnded = false;
  #trailers: Record<string, string[]> = {};
  #awaitsTrailers = false;
  #isLingering = false;
  #isReset = false;
  #failure: Error | undefined;
  received = 0;
  isDone: boolean;
  bytesWritten = 0;
  hasResponded = false;
  isClosed = false;
  onClose = noop;
  onDrain = noop;

  constructor(stream: ServerHttp2Stream, request: RequestFields, owner: StreamOwner) {
    this.#stream = stream;
    this.#owner = owner;
    this.method = request.method;
    this.target = request.target;
    this.headers = request.headers;
    this.#length = request.length;
    this.#fieldBytes = fieldBytes(request.headers.pairs) + this.target.length;
    this.isDone = stream.endAfterHeaders;
    this.#outgoing = new OutgoingPieces(stream, owner.outgoing, {
      now: () => owner.now(),
      onSent: (bytes) => this.#count(bytes),
      onDrain: () => this.onDrain(),
    });
    stream.on('aborted', () => this.#onAborted());
    stream.on('close', () => this.#onClosed());
    if (this.isDone) return;
    stream.on('trailers', (_headers, _flags, raw) => this.#onTrailers(raw));
    // An empty body may end before it is read.
    stream.on('end', () => this.#onEnd());
  }

  get connection(): ConnectionInfo {
    return this.#owner.info;
  }

  get body(): IncomingBody | undefined {
    return this.#stream.endAfterHeaders ? undefined : this;
  }

  get isBroken(): boolean {
    return this.#failure !== undefined;
  }

  get isFlowing(): boolean {
    return !this.#isPaused && !this.isDone;
  }

  get isUpgrade(): boolean {
    return false;
  }

  get bytesRead(): number {
    return this.#fieldBytes + this.received + this.#chunks * FRAME_HEAD_BYTES;
  }

  /** Since when the current write is pending, because the visitor does not read; `Infinity` if there is none. */
  get pendingSince(): number {
    return this.#outgoing.pendingSince;
  }

  /** Bytes of this request received since the last call, including unread ones. */
  takeReceived(): number {
    const all = this.bytesRead + this.#stream.readableLength;
    const received = all - this.#counted;
    this.#counted = all;
    return received;
  }

  read(consumer: BodyConsumer): void {
    this.#consumer = consumer;
    // A body may have failed, or ended without a byte, before it is read.
    if (this.#failure) consumer.onFailure(this.#failure);
    else if (this.isDone) consumer.onEnd(this.#requestTrailers);
    else this.resume();
  }

  pause(): void {
    this.#isPaused = true;
    this.#stream.pause();
  }

  resume(): void {
    if (this.isDone) return;
    this.#isPaused = false;
    if (!this.#isReading) {
      this.#isReading = true;
      this.#stream.on('data', (bytes: Buffer) => this.#onData(bytes));
    }
    this.#stream.resume();
  }

  /** Does nothing: other streams share the connection. It is closed when the process drains. */
  endConnection(): void {}

  retireConnection(): void {
    this.#owner.drain();
  }

  inform(status: number, fields: Fields): void {
    if (this.hasResponded || this.#isGone) return;
    this.bytesWritten += fieldBytes(fields);
    this.#stream.additionalHeaders({ ...fieldsByName(fields), ':status': status });
  }

  respond(status: number, _reason: string, fields: Fields): void {
    const sent = responseFields(status, fields);
    this.hasResponded = true;
    if (this.#isGone) return;
    this.bytesWritten += fieldBytes(sent);
    this.#hasBody = this.method !== 'HEAD' && ![204, 205, 304].includes(status);
    // A body of known length has no trailers, as over HTTP/1.1.
    const waitForTrailers = this.#hasBody && !hasField(sent, 'content-length');
    this.#awaitsTrailers = waitForTrailers;
    if (waitForTrailers) this.#stream.once('wantTrailers', () => this.#sendTrailers());
    // `sendDate` would add a field that the response does not have.
    const options = { sendDate: false, endStream: !this.#hasBody, waitForTrailers };
    this.#stream.respond(sent, options);
    if (!this.#hasBody) this.#outgoing.end();
  }

  /** Does nothing: `respond` sends the head immediately. */
  flush(): void {}

  write(bytes: Buffer): boolean {
    if (this.#isGone || !this.#hasBody) return true;
    return this.#outgoing.write(bytes);
  }

  end(bytes?: Buffer | string, trailers: Fields = []): void {
    if (this.#hasEnded || this.#isGone) return;
    this.#trailers = fieldsByName(trailers);
    this.#hasEnded = true;
    if (this.#awaitsTrailers) this.bytesWritten += fieldBytes(trailers);
    if (this.#hasBody) {
      if (bytes !== undefined) {
        this.#outgoing.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
      }
      this.#outgoing.end();
    }
    // The rest of the body is not needed.
    this.#consumer = undefined;
    this.resume();
  }

  takeOver(): { socket: Socket; received: Buffer } {
    throw new Error('an HTTP/2 connection cannot be handed over');
  }

  /**
   * Called periodically. Resets the stream if the response is complete and the request body is not, RFC 9113, section 8.1. Only
   * the second such call does so, because clients that get the reset together with the response tend to lose the response.
   */
  resetIfLingering(): void {
    if (this.isDone || this.#awaitsTrailers || !this.#outgoing.isFlushed) return;
    this.#isReset = this.#isLingering;
    this.#isLingering = true;
    if (this.#isReset) this.#stream.close();
  }

  abort(): void {
    // `close` with a code would end the body before the reset, and a truncated response would look complete.
    this.#stream.destroy(new Error('the response is aborted'));
  }

  get #isGone(): boolean {
    return this.isClosed || this.#stream.destroyed || this.#stream.closed;
  }

  #count(bytes: number): void {
    const frames = Math.ceil(bytes / MAX_FRAME_BYTES);
    this.bytesWritten += bytes + frames * FRAME_HEAD_BYTES;
    this.#owner.onSent(frames);
  }

  #onData(bytes: Buffer): void {
    this.received += bytes.length;
    this.#chunks += 1;
    if (this.#consumer && !this.#consumer.onData(bytes)) this.pause();
  }

  #onEnd(): void {
    // The library also emits `end` if either side resets the stream without an error.
    if (this.isDone || this.#stream.aborted || this.#isReset) return;
    if (this.#length !== undefined && this.#length !== this.received) {
      this.#fail(new WireError('truncated'));
      return;
    }
    this.isDone = true;
    this.#consumer?.onEnd(this.#requestTrailers);
  }

  #onTrailers(raw: readonly string[]): void {
    try {
      this.#requestTrailers = parseTrailers(raw);
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  #fail(error: Error): void {
    this.isDone = true;
    this.#failure = error;
    this.#consumer?.onFailure(error);
  }

  #sendTrailers(): void {
    this.#stream.sendTrailers(this.#trailers);
    // The library sends the trailers with `setImmediate` too, so this callback runs after they are sent.
    setImmediate(() => {
      this.#awaitsTrailers = false;
    });
  }

  /** The visitor has reset the stream. A slow consumer would otherwise keep it open. */
  #onAborted(): void {
    process.nextTick(() => this.#stream.destroy());
  }

  #onClosed(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.#outgoing.close();
    if (!this.isDone) this.#fail(new Error('the visitor has disconnected'));
    this.#owner.onClosed(this);
    this.onClose();
  }
}

function noop(): void {}
