import type { Socket } from 'node:net';
import type { HeaderList } from '../header-list.ts';
import {
  type BodyConsumer,
  type ConnectionInfo,
  type Fields,
  type HttpStream,
  type IncomingBody,
  MAX_JOINED_BYTES,
} from '../http-stream.ts';
import type { BodyReader } from './body-reader.ts';
import { createBodyReader } from './create-body-reader.ts';
import { fieldLines, isContentLength } from './head-text.ts';
import { canJoin, join, joinIntoNew, keepJoined } from './joined-message.ts';
import { connectionOptions } from './persistence.ts';
import type { RequestHead } from './request-head.ts';

/** The connection that a stream belongs to. */
export interface StreamConnection {
  readonly socket: Socket;
  readonly info: ConnectionInfo;
  /** Stores bytes that belong to the next request. */
  keepRest(bytes: Buffer): void;
  takeRest(): Buffer | undefined;
  /** The response is sent. The rest of the request body is discarded, within a time limit. */
  discarding(): void;
  /** The response is sent and the request is read completely. */
  finished(stream: Http1Stream): void;
  /** Closes the connection immediately. */
  destroy(): void;
  /** Gives up the connection for another protocol; returns the bytes already received. */
  release(): Buffer;
}

/** High-water mark of buffered bytes over TLS, where writes never complete synchronously. */
const HIGH_WATER_BYTES = 64 * 1024;

type ResponseFraming = 'length' | 'chunked' | 'until-close' | 'none';

/** One request of an HTTP/1.1 connection and its response. */
export class Http1Stream implements HttpStream, IncomingBody {
  readonly version: '1.0' | '1.1';
  readonly method: string;
  readonly target: string;
  headers: HeaderList;
  readonly #connection: StreamConnection;
  readonly #reader: BodyReader | undefined;
  readonly #headBytes: number;
  #consumer: BodyConsumer | undefined;
  #isPaused = true;
  #isFeeding = false;
  isBroken = false;
  #isAbandoned = false;
  #head: string | undefined;
  #framing: ResponseFraming = 'length';
  #isPersistent: boolean;
  #hasEnded = false;
  /** The whole response is flushed to the operating system. */
  #isFlushed = false;
  #hasSentContinue = false;
  received = 0;
  bytesWritten = 0;
  hasResponded = false;
  isClosed = false;
  onClose = noop;
  onDrain = noop;

  constructor(
    connection: StreamConnection,
    head: RequestHead,
    headBytes: number,
    isPersistent: boolean,
  ) {
    this.#connection = connection;
    this.version = head.version;
    this.method = head.method;
    this.target = head.target;
    this.headers = head.headers;
    this.#headBytes = headBytes;
    this.#isPersistent = isPersistent;
    const { framing } = head;
    const hasBody = framing.kind === 'chunked' || (framing.kind === 'length' && framing.length > 0);
    this.#reader = hasBody ? createBodyReader(framing, this) : undefined;
  }

  get connection(): ConnectionInfo {
    return this.#connection.info;
  }

  get body(): IncomingBody | undefined {
    return this.#reader && this;
  }

  get isDone(): boolean {
    return this.#reader === undefined || this.#reader.isDone || this.isBroken || this.#isAbandoned;
  }

  get isFlowing(): boolean {
    return !this.#isPaused && !this.isDone;
  }

  get isUpgrade(): boolean {
    if (this.version !== '1.1' || this.#reader || !this.headers.has('upgrade')) return false;
    if (isHttp2(this.headers.get('upgrade') ?? '')) return false;
    return connectionOptions(this.headers.get('connection') ?? '').includes('upgrade');
  }

  get bytesRead(): number {
    return this.#headBytes + this.received;
  }

  /** Whether the connection is closed after this response. */
  get isLast(): boolean {
    return !this.#isPersistent;
  }

  /** Whether the close of the connection delimits the response. */
  get endsWithConnection(): boolean {
    return this.#framing === 'until-close';
  }

  read(consumer: BodyConsumer): void {
    this.#consumer = consumer;
    this.resume();
  }

  pause(): void {
    this.#isPaused = true;
    this.#connection.socket.pause();
  }

  resume(): void {
    this.#isPaused = false;
    const rest = this.#connection.takeRest();
    if (rest) this.feed(rest);
    if (!this.#isPaused && !this.isDone) this.#connection.socket.resume();
  }

  /** Receives bytes of the connection while this request is in flight. */
  feed(bytes: Buffer): void {
    const reader = this.#reader;
    if (!reader || this.isDone || this.#isPaused) {
      this.#connection.keepRest(bytes);
      return;
    }
    // Bytes of the next request must be stored before this one is finished.
    this.#isFeeding = true;
    try {
      const end = reader.feed(bytes, 0);
      if (end < bytes.length) this.#connection.keepRest(bytes.subarray(end));
      // The consumer of the last chunk may have paused the socket. It has to be read, so that a disconnect is noticed.
      else if (reader.isDone) this.#connection.socket.resume();
    } catch (error) {
      this.#fail(error as Error);
    }
    this.#isFeeding = false;
    if (this.#isFlushed) this.#onResponseFlushed();
  }

  onData(bytes: Buffer): void {
    this.received += bytes.length;
    if (this.#consumer && !this.#consumer.onData(bytes)) this.pause();
  }

  onEnd(trailers: HeaderList | undefined): void {
    this.#consumer?.onEnd(trailers);
  }

  /** To be called when the connection is closed. */
  closed(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    if (!this.isDone) this.#consumer?.onFailure(new Error('the visitor has disconnected'));
    this.onClose();
  }

  endConnection(): void {
    this.#isPersistent = false;
  }

  retireConnection(): void {
    this.endConnection();
  }

  inform(status: number, fields: Fields): void {
    // HTTP/1.0 has no interim responses.
    if (this.version === '1.0' || this.hasResponded || this.isClosed) return;
    if (status === 100) this.#hasSentContinue = true;
    this.#send(`HTTP/1.1 ${status} ${informational[status] ?? ''}\r\n${fieldLines(fields)}\r\n`);
  }

  respond(status: number, reason: string, fields: Fields, received?: HeaderList): void {
    let head = `HTTP/1.1 ${status} ${reason}\r\n${fieldLines(fields, received)}`;
    this.hasResponded = true;
    this.#framing = this.#framingOf(status, fields);
    if (this.#framing === 'chunked') head += 'transfer-encoding: chunked\r\n';
    if (this.#framing === 'until-close' || this.#isNextMessageAmbiguous())
      this.#isPersistent = false;
    if (!this.#isPersistent) head += 'connection: close\r\n';
    else if (this.version === '1.0') head += 'connection: keep-alive\r\n';
    this.#head = `${head}\r\n`;
  }

  flush(): void {
    const head = this.#head;
    if (head === undefined || this.isClosed) return;
    this.#head = undefined;
    this.#send(head);
  }

  write(bytes: Buffer): boolean {
    if (this.isClosed || bytes.length === 0) return true;
    if (this.#framing === 'none') return true;
    const { socket, info } = this.#connection;
    if (info.tls === undefined) {
      this.#writeFramed(bytes);
      return this.#areBytesFlushed();
    }
    this.#writeFramed(Buffer.from(bytes));
    return socket.writableLength < HIGH_WATER_BYTES;
  }

  end(bytes?: Buffer | string, trailers: Fields = []): void {
    if (this.isClosed || this.#hasEnded) return;
    this.#hasEnded = true;
    const { socket, info } = this.#connection;
    if (!this.isDone) this.#discardRest();
    const last = this.#joined(bytes) ?? this.#lastText(bytes, trailers);
    // Over TLS no write completes synchronously. The callback is passed with the last bytes, because an extra write would be another TLS
    // record.
    if (last.length > 0 && info.tls) this.#sendAndFinish(last);
    else {
      if (last.length > 0) this.#send(last);
      if (typeof last !== 'string' && socket.writableLength > 0) keepJoined();
      this.#finishWhenFlushed();
    }
  }

  takeOver(fields: Fields): { socket: Socket; received: Buffer } {
    const { socket } = this.#connection;
    const head = `HTTP/1.1 101 Switching Protocols\r\n${fieldLines(fields)}\r\n`;
    this.hasResponded = true;
    this.#send(head);
    return { socket, received: this.#connection.release() };
  }

  abort(): void {
    this.#connection.destroy();
  }

  /** The framing of the body is invalid, so the start of the next request is unknown. */
  #fail(error: Error): void {
    this.#isPersistent = false;
    this.isBroken = true;
    this.#connection.socket.pause();
    this.#consumer?.onFailure(error);
  }

  /**
   * Whether the next bytes may be something other than a request: a body that the client has held back for 100 (Continue), or the protocol
   * of a refused upgrade. They must not be parsed as a request.
   */
  #isNextMessageAmbiguous(): boolean {
    if (!this.#reader) return this.isUpgrade;
    return this.received === 0 && !this.#hasSentContinue && this.headers.has('expect');
  }

  #framingOf(status: number, fields: Fields): ResponseFraming {
    if (this.method === 'HEAD' || status === 204 || status === 304) return 'none';
    for (let at = 0; at < fields.length; at += 2) {
      if (isContentLength(fields[at] as string)) return 'length'; // pairs
    }
    return this.version === '1.0' ? 'until-close' : 'chunked';
  }

  /** The whole response as one buffer, if it is short and nothing of it was sent. */
  #joined(bytes: Buffer | string | undefined): Buffer | undefined {
    const head = this.#head;
    if (this.#framing !== 'length' || head === undefined || !(bytes instanceof Buffer))
      return undefined;
    if (!canJoin(head, bytes)) return undefined;
    this.#head = undefined;
    return this.#connection.info.tls ? joinIntoNew(head, bytes) : join(head, bytes);
  }

  /** The end of the response as text, including the head if it is unsent. A long last chunk is written to the socket first. */
  #lastText(bytes: Buffer | string | undefined, trailers: Fields): string {
    const length = this.#framing === 'none' ? 0 : (bytes?.length ?? 0);
    if (length > MAX_JOINED_BYTES && bytes instanceof Buffer) this.write(bytes);
    const isJoined = length > 0 && (length <= MAX_JOINED_BYTES || typeof bytes === 'string');
    let text = this.#head ?? '';
    this.#head = undefined;
    if (isJoined) {
      const content = typeof bytes === 'string' ? bytes : (bytes as Buffer).toString('latin1');
      text += this.#framing === 'chunked' ? `${length.toString(16)}\r\n${content}\r\n` : content;
    }
    if (this.#framing === 'chunked') text += `0\r\n${fieldLines(trailers)}\r\n`;
    return text;
  }

  /** The response is sent, so the rest of the request body is not needed. */
  #discardRest(): void {
    this.#consumer = undefined;
    // The connection closes anyway, so the body is not read.
    if (!this.#isPersistent) {
      this.#isAbandoned = true;
      return;
    }
    this.resume();
  }

  #writeFramed(bytes: Buffer): void {
    const { socket } = this.#connection;
    const isChunked = this.#framing === 'chunked';
    if (!isChunked && this.#head === undefined) {
      this.#send(bytes);
      return;
    }
    socket.cork();
    this.flush();
    if (isChunked) this.#send(`${bytes.length.toString(16)}\r\n`);
    this.#send(bytes);
    if (isChunked) this.#send('\r\n');
    socket.uncork();
  }

  /** Whether everything is flushed to the operating system. If not, `onDrain` is called after the flush. */
  #areBytesFlushed(): boolean {
    const { socket } = this.#connection;
    if (socket.writableLength === 0) return true;
    // The socket emits `drain` only above its high-water mark.
    if (!socket.writableNeedDrain) {
      socket.write('', (error) => {
        if (!error) this.onDrain();
      });
    }
    return false;
  }

  #send(bytes: string | Buffer): void {
    this.bytesWritten += bytes.length;
    this.#connection.socket.write(bytes, 'latin1');
  }

  /** The next request waits until everything is flushed to the operating system. */
  #finishWhenFlushed(): void {
    if (this.#connection.socket.writableLength === 0) this.#onResponseFlushed();
    else this.#sendAndFinish('');
  }

  #sendAndFinish(bytes: string | Buffer): void {
    this.bytesWritten += bytes.length;
    this.#connection.socket.write(bytes, 'latin1', (error) => {
      if (!error) this.#onResponseFlushed();
    });
  }

  #onResponseFlushed(): void {
    this.#isFlushed = true;
    if (this.isClosed || this.#isFeeding) return;
    if (this.isDone) this.#finish();
    else this.#connection.discarding();
  }

  #finish(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.onClose();
    this.#connection.finished(this);
  }
}

/**
 * Whether an `Upgrade` offers only HTTP/2 without TLS. It is ignored: RFC 7540, section 3.2. The visitor sends no HTTP/2 before a 101, so
 * the next bytes are a request.
 */
function isHttp2(upgrade: string): boolean {
  return upgrade.split(',').every((protocol) => /^h2c?$/i.test(protocol.trim()));
}

const informational: Readonly<Record<number, string>> = {
  100: 'Continue',
  102: 'Processing',
  103: 'Early Hints',
};

function noop(): void {}
