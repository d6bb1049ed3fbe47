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
import { fieldLines } from './head-text.ts';
import { canJoin, join, joinApart, keepJoined } from './joined-message.ts';
import { connectionOptions } from './persistence.ts';
import type { RequestHead } from './request-head.ts';

/** The connection that a stream belongs to. */
export interface StreamConnection {
  readonly socket: Socket;
  readonly info: ConnectionInfo;
  /** Bytes that belong to what comes after the request under way. */
  keepRest(bytes: Buffer): void;
  takeRest(): Buffer | undefined;
  /** The visitor has the response. The rest of the request has a while to come to its end. */
  discarding(): void;
  /** The visitor has the response, and the request was read to its end. */
  finished(stream: Http1Stream): void;
  /** Ends the connection at once. */
  destroy(): void;
  /** Somebody else speaks on this connection from here on. What has come already is theirs. */
  release(): Buffer;
}

/** What may wait in the process for a visitor over TLS, where nothing is sent at once. */
const HIGH_WATER_BYTES = 64 * 1024;

type ResponseFraming = 'length' | 'chunked' | 'until-close' | 'none';

/** One request of an HTTP/1.1 connection and its response. */
export class Http1Stream implements HttpStream, IncomingBody {
  readonly version: '1.0' | '1.1';
  readonly method: string;
  readonly target: string;
  readonly headers: HeaderList;
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
  /** The system has taken all of the response. */
  #isTaken = false;
  #hasAskedForBody = false;
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
    return connectionOptions(this.headers.get('connection') ?? '').includes('upgrade');
  }

  get bytesRead(): number {
    return this.#headBytes + this.received;
  }

  /** Whether the connection ends with this response. */
  get isLast(): boolean {
    return !this.#isPersistent;
  }

  /** Whether only the end of the connection tells where the response ends. */
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

  /** Bytes of the connection while this request is under way. */
  feed(bytes: Buffer): void {
    const reader = this.#reader;
    if (!reader || this.isDone || this.#isPaused) {
      this.#connection.keepRest(bytes);
      return;
    }
    // What belongs to the next request must be kept before this one is finished.
    this.#isFeeding = true;
    try {
      const end = reader.feed(bytes, 0);
      if (end < bytes.length) this.#connection.keepRest(bytes.subarray(end));
      // Whoever took the last piece may have asked for a pause. That the visitor leaves must be noticed, too.
      else if (reader.isDone) this.#connection.socket.resume();
    } catch (error) {
      this.#fail(error as Error);
    }
    this.#isFeeding = false;
    if (this.#isTaken) this.#onResponseTaken();
  }

  onData(bytes: Buffer): void {
    this.received += bytes.length;
    if (this.#consumer && !this.#consumer.onData(bytes)) this.pause();
  }

  onEnd(trailers: HeaderList | undefined): void {
    this.#consumer?.onEnd(trailers);
  }

  /** The connection is gone. */
  closed(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    if (!this.isDone) this.#consumer?.onFailure(new Error('the visitor has left'));
    this.onClose();
  }

  endConnection(): void {
    this.#isPersistent = false;
  }

  retireConnection(): void {
    this.endConnection();
  }

  inform(status: number, fields: Fields): void {
    // HTTP/1.0 knows of no response before the response.
    if (this.version === '1.0' || this.hasResponded || this.isClosed) return;
    if (status === 100) this.#hasAskedForBody = true;
    this.#send(`HTTP/1.1 ${status} ${informational[status] ?? ''}\r\n${fieldLines(fields)}\r\n`);
  }

  respond(status: number, reason: string, fields: Fields, received?: HeaderList): void {
    let head = `HTTP/1.1 ${status} ${reason}\r\n${fieldLines(fields, received)}`;
    this.hasResponded = true;
    this.#framing = this.#framingOf(status, fields);
    if (this.#framing === 'chunked') head += 'transfer-encoding: chunked\r\n';
    if (this.#framing === 'until-close' || this.#leavesOpenWhatFollows())
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
      return this.#areBytesTaken();
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
    // Over TLS nothing is taken at once, and another write that tells when it is would be a record of its own.
    if (last.length > 0 && info.tls) this.#sendAndFinish(last);
    else {
      if (last.length > 0) this.#send(last);
      if (typeof last !== 'string' && socket.writableLength > 0) keepJoined();
      this.#finishWhenTaken();
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

  /** The visitor has sent what is no body. Where it ends, and what follows, cannot be known any more. */
  #fail(error: Error): void {
    this.#isPersistent = false;
    this.isBroken = true;
    this.#connection.socket.pause();
    this.#consumer?.onFailure(error);
  }

  /**
   * The visitor chooses what it sends after this response: a body that it was not asked for, or not; the
   * protocol that it wanted to change to, or HTTP. So nothing that follows may be taken for a request.
   */
  #leavesOpenWhatFollows(): boolean {
    if (!this.#reader) return this.isUpgrade;
    return this.received === 0 && !this.#hasAskedForBody && this.headers.has('expect');
  }

  #framingOf(status: number, fields: Fields): ResponseFraming {
    if (this.method === 'HEAD' || status === 204 || status === 304) return 'none';
    for (let at = 0; at < fields.length; at += 2) {
      if (isContentLength(fields[at] as string)) return 'length'; // pairs
    }
    return this.version === '1.0' ? 'until-close' : 'chunked';
  }

  /** The whole response, if nothing of it was sent and it is short. */
  #joined(bytes: Buffer | string | undefined): Buffer | undefined {
    const head = this.#head;
    if (this.#framing !== 'length' || head === undefined || !(bytes instanceof Buffer))
      return undefined;
    if (!canJoin(head, bytes)) return undefined;
    this.#head = undefined;
    return this.#connection.info.tls ? joinApart(head, bytes) : join(head, bytes);
  }

  /** What ends the response as text, with its head if that was not sent. A long rest of the body is sent at once. */
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

  /** There is a response, so nobody wants the rest of the body. */
  #discardRest(): void {
    this.#consumer = undefined;
    // The end of the connection is the end of the body.
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

  /** Whether the system has taken all that was written. If not, `onDrain` is called when it has. */
  #areBytesTaken(): boolean {
    const { socket } = this.#connection;
    if (socket.writableLength === 0) return true;
    // The socket itself tells only of larger amounts.
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

  /** What the system has not taken yet is still to be sent: the next request waits for it. */
  #finishWhenTaken(): void {
    if (this.#connection.socket.writableLength === 0) this.#onResponseTaken();
    else this.#sendAndFinish('');
  }

  #sendAndFinish(bytes: string | Buffer): void {
    this.bytesWritten += bytes.length;
    this.#connection.socket.write(bytes, 'latin1', (error) => {
      if (!error) this.#onResponseTaken();
    });
  }

  #onResponseTaken(): void {
    this.#isTaken = true;
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

const informational: Readonly<Record<number, string>> = {
  100: 'Continue',
  102: 'Processing',
  103: 'Early Hints',
};

function isContentLength(name: string): boolean {
  return name.length === 14 && name.toLowerCase() === 'content-length';
}

function noop(): void {}
