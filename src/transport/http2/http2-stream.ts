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

/** The connection of a stream, as far as a stream needs it. */
export interface StreamOwner {
  readonly info: ConnectionInfo;
  readonly outgoing: OutgoingBytes;
  now(): number;
  onSent(frames: number): void;
  onClosed(stream: Http2Stream): void;
  /** Takes no further requests, and ends after those that are under way. */
  drain(): void;
}

const FRAME_HEAD_BYTES = 9;
const MAX_FRAME_BYTES = 16 * 1024;

/** One request of an HTTP/2 connection and its response. */
export class Http2Stream implements HttpStream, IncomingBody {
  readonly version = '2';
  readonly method: string;
  readonly target: string;
  readonly headers: HeaderList;
  /** Its place in the list of its connection. */
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
    // A body of no bytes may end before anybody reads it.
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

  /** Since when the visitor has been asked to take something, or `Infinity`. */
  get waitsSince(): number {
    return this.#outgoing.waitsSince;
  }

  /** Bytes of this request that have come since the last call, whether somebody has read them or not. */
  takeCarried(): number {
    const all = this.bytesRead + this.#stream.readableLength;
    const carried = all - this.#counted;
    this.#counted = all;
    return carried;
  }

  read(consumer: BodyConsumer): void {
    this.#consumer = consumer;
    // A body may have failed, or have ended without a byte, before anybody reads it.
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

  /** Streams of one connection do not depend on each other: its end is announced when the process drains. */
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
    // Without the first, a field would be sent that nobody has asked for.
    const options = { sendDate: false, endStream: !this.#hasBody, waitForTrailers };
    this.#stream.respond(sent, options);
    if (!this.#hasBody) this.#outgoing.end();
  }

  /** The head is sent at once. */
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
    // Nobody wants the rest of the body.
    this.#consumer = undefined;
    this.resume();
  }

  takeOver(): { socket: Socket; received: Buffer } {
    throw new Error('a connection with HTTP/2 cannot be taken over');
  }

  /**
   * Called from time to time. Resets the stream when the response is out and the request has not come to its end for
   * a while: RFC 9113, section 8.1. Clients that get both at once tend to lose the response.
   */
  letGo(): void {
    if (this.isDone || this.#awaitsTrailers || !this.#outgoing.isTaken) return;
    this.#isReset = this.#isLingering;
    this.#isLingering = true;
    if (this.#isReset) this.#stream.close();
  }

  abort(): void {
    // `close` with a code would end the body before it resets the stream, and half a response would look whole.
    this.#stream.destroy(new Error('the response is broken off'));
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
    // The library says the same when either side resets the stream without an error.
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
    // They are sent in the same phase of the event loop, and before this.
    setImmediate(() => {
      this.#awaitsTrailers = false;
    });
  }

  /** The visitor has reset the stream. Whoever reads slowly would keep it open. */
  #onAborted(): void {
    process.nextTick(() => this.#stream.destroy());
  }

  #onClosed(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.#outgoing.close();
    if (!this.isDone) this.#fail(new Error('the visitor has left'));
    this.#owner.onClosed(this);
    this.onClose();
  }
}

function noop(): void {}
