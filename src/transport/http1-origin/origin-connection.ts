import type { Socket } from 'node:net';
import type { HeaderList } from '../header-list.ts';
import type { Fields } from '../http-stream.ts';
import type { BodyReader } from '../http1/body-reader.ts';
import { createBodyReader } from '../http1/create-body-reader.ts';
import type { HeadBytes } from '../http1/head-bytes.ts';
import { HeadReader } from '../http1/head-reader.ts';
import { BadFieldError, fieldLines, isContentLength } from '../http1/head-text.ts';
import { canJoin, joinIntoNew } from '../http1/joined-message.ts';
import { isPersistent } from '../http1/persistence.ts';
import {
  parseResponseHead,
  type ResponseHead,
  type ResponseHeadLimits,
} from '../http1/response-head.ts';
import { JoinedPieces } from '../joined-pieces.ts';
import type { Timed, TimerWheel, WheelEntry } from '../timer-wheel.ts';
import type {
  OriginExchange,
  OriginHandler,
  OriginRequest,
  OutgoingBodySink,
} from './origin-request.ts';
import type { ReadBuffer } from './read-buffer.ts';

/** How long a response may take that the origin has sent before it closed the connection. */
const LATE_RESPONSE_MS = 1_000;
/** Interim (1xx) responses to one request. */
const MAX_INTERIM_RESPONSES = 8;

/** The origin's response is not acceptable HTTP. */
export class OriginProtocolError extends Error {
  readonly code = 'ORIGIN_PROTOCOL';
}

/** The origin closed the connection before it responded. */
export class OriginGoneError extends Error {
  readonly code = 'ORIGIN_GONE';
  /** Whether the connection was a reused one: the origin may have closed it while idle, just when the request was sent. */
  readonly wasReused: boolean;

  constructor(wasReused: boolean, options?: ErrorOptions) {
    super('the origin has closed the connection', options);
    this.wasReused = wasReused;
  }
}

/** Error codes for a connection that the peer has closed. */
const disconnectCodes = new Set(['ECONNRESET', 'EPIPE']);

/** The origin accepted the request and then sent nothing for too long. */
export class OriginTimeoutError extends Error {
  readonly code = 'ORIGIN_TIMEOUT';
}

export interface OriginTimes {
  /** Time limit for the response head. */
  readonly responseMs: number;
  /** Idle timeout while a response body is received, and on upgraded connections. */
  readonly idleMs: number;
}

export interface ConnectionOwner {
  readonly times: OriginTimes;
  readonly limits: ResponseHeadLimits;
  readonly wheel: TimerWheel;
  /** The connection is idle and reusable. */
  onFree(connection: OriginConnection): void;
  onClosed(connection: OriginConnection): void;
  /** A request failed because its reused connection was already closed. */
  onStale(): void;
}

/** A keep-alive connection to an origin, one request at a time. */
export class OriginConnection implements OriginExchange, OutgoingBodySink, Timed {
  readonly socket: Socket;
  readonly #owner: ConnectionOwner;
  readonly #buffer: ReadBuffer | undefined;
  readonly #heads: HeadReader;
  #request: OriginRequest | undefined;
  #handler: OriginHandler | undefined;
  #reader: BodyReader | undefined;
  #interimResponses = 0;
  /** The head that is sent in one write with the beginning of its body. */
  #head: string | undefined;
  readonly #pieces = new JoinedPieces();
  #isBodySent = false;
  #isClosed = false;
  /** Whether the origin keeps the connection open (keep-alive). */
  #isKept = true;
  /** Completed requests on this connection. */
  uses = 0;
  /** From the origin's `Keep-Alive: timeout`. */
  keepAliveMs = Number.POSITIVE_INFINITY;
  /** Deadline of the response head, then of the next bytes of the body. While the connection is idle, the end of its keep-alive timeout. */
  deadline = Number.POSITIVE_INFINITY;
  wheelEntry: WheelEntry | undefined;

  /** `buffer`: the memory that the socket reads into, if it supports that. */
  constructor(socket: Socket, owner: ConnectionOwner, buffer: ReadBuffer | undefined) {
    this.socket = socket;
    this.#owner = owner;
    this.#buffer = buffer;
    this.#heads = new HeadReader({ maxBytes: owner.limits.headBytes, skipsEmptyLine: false });
    const onBytes = (bytes: Buffer) => this.#onData(bytes);
    if (buffer) buffer.onBytes = onBytes;
    else socket.on('data', onBytes);
    keepOpenOnWriteError(socket, (error) => this.#onWriteError(error));
    socket.on('end', () => this.#onEnd());
    socket.on('drain', () => this.#request?.body?.resume());
    socket.on('error', (error) => this.#onError(error));
    socket.on('close', () => this.#onClose());
  }

  /** `head` is the text of the request's head. */
  send(head: string, request: OriginRequest, handler: OriginHandler): void {
    this.#request = request;
    this.#handler = handler;
    this.#reader = undefined;
    this.#interimResponses = 0;
    const { body } = request;
    this.#isBodySent = body === undefined;
    this.#expect(this.#owner.times.responseMs);
    handler.onSent();
    if (!body) {
      this.socket.write(head, 'latin1');
      return;
    }
    // The bytes of the body received so far are sent in one write with the head.
    this.#head = head;
    body.start(this);
    this.#flush();
    this.#sendHead();
  }

  onDeadline(): void {
    if (this.#handler?.shouldExtendDeadline()) {
      const { responseMs, idleMs } = this.#owner.times;
      this.#expect(this.#reader ? idleMs : responseMs);
      return;
    }
    this.#fail(new OriginTimeoutError('the origin sent nothing for too long'));
  }

  resume(): void {
    this.socket.resume();
  }

  abort(): void {
    this.#handler = undefined;
    this.#cancelBody();
    this.#close();
  }

  write(bytes: Buffer): boolean {
    // An empty chunk would end the body.
    if (this.#isClosed || bytes.length === 0) return true;
    if (!this.#pieces.fits(bytes)) this.#flush();
    const isFirst = this.#pieces.isEmpty;
    if (!this.#pieces.add(bytes)) this.#writeFramed(bytes);
    // While the head is pending, `send` is still running, and flushes before it returns.
    else if (isFirst && this.#head === undefined) setImmediate(this.#flush);
    return !this.socket.writableNeedDrain;
  }

  end(trailers: Fields): void {
    if (this.#isClosed) return;
    this.#flush();
    if (this.#request?.body?.length === undefined) {
      this.#sendHead();
      this.socket.write(`0\r\n${fieldLines(trailers)}\r\n`, 'latin1');
    }
    this.#isBodySent = true;
    // The time limit for the response starts when the whole request is sent.
    if (!this.#reader) this.#expect(this.#owner.times.responseMs);
  }

  /** The body will never be complete, so the request fails. */
  fail(error: Error): void {
    this.#fail(error);
  }

  onData(bytes: Buffer): void {
    this.#expect(this.#owner.times.idleMs);
    if (this.#handler?.onData(bytes) !== false) return;
    this.#buffer?.keep();
    this.socket.pause();
  }

  onEnd(trailers: HeaderList | undefined): void {
    const handler = this.#handler;
    this.#handler = undefined;
    handler?.onEnd(trailers);
  }

  /** Sends the small chunks of this turn of the event loop in one write. */
  readonly #flush = (): void => {
    const bytes = this.#pieces.take();
    if (bytes && !this.#isClosed) this.#writeFramed(bytes);
  };

  /** Sends the head by itself, if no byte of the body has arrived yet. */
  #sendHead(): void {
    const head = this.#head;
    this.#head = undefined;
    if (head !== undefined && !this.#isClosed) this.socket.write(head, 'latin1');
  }

  #writeFramed(bytes: Buffer): void {
    const head = this.#head;
    const hasLength = this.#request?.body?.length !== undefined;
    if (hasLength && (head === undefined || canJoin(head, bytes))) {
      this.#head = undefined;
      this.socket.write(head === undefined ? bytes : joinIntoNew(head, bytes));
      return;
    }
    this.socket.cork();
    this.#sendHead();
    if (hasLength) this.socket.write(bytes);
    else this.#writeChunk(bytes);
    this.socket.uncork();
  }

  #writeChunk(bytes: Buffer): void {
    this.socket.write(`${bytes.length.toString(16)}\r\n`, 'latin1');
    this.socket.write(bytes);
    this.socket.write('\r\n', 'latin1');
  }

  #onData(bytes: Buffer): void {
    try {
      this.#read(bytes);
      if (this.#reader) this.#handler?.onRead();
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  #read(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length) {
      if (!this.#request || this.#reader?.isDone) {
        throw new OriginProtocolError('bytes after the end of a response');
      }
      if (this.#reader) {
        at = this.#reader.feed(bytes, at);
        if (this.#reader.isDone && at === bytes.length) this.#finish();
        continue;
      }
      const received = this.#heads.feed(bytes, at);
      at = this.#heads.next;
      if (received && this.#takeHead(received, bytes, at)) return;
    }
  }

  /** Returns true if the connection was handed over to another protocol. */
  #takeHead(received: HeadBytes, bytes: Buffer, at: number): boolean {
    const { method, upgrade } = this.#request as OriginRequest; // bytes without a request are refused in `#read`
    const head = parseResponseHead(received, method, this.#owner.limits.fields);
    if (head.status === 101) {
      if (upgrade === undefined) throw new OriginProtocolError('an upgrade that was not requested');
      this.#release(head, bytes.subarray(at));
      return true;
    }
    if (head.status < 200) {
      if (++this.#interimResponses > MAX_INTERIM_RESPONSES)
        throw new OriginProtocolError('too many 1xx responses');
      this.#expect(this.#owner.times.responseMs);
      this.#handler?.onInform(head.status, head.headers);
      return false;
    }
    this.#isKept = head.framing.kind !== 'until-close' && isPersistent(head.headers, head.version);
    this.keepAliveMs = keepAliveOf(head.headers);
    this.#handler?.onHead(head);
    this.#expect(this.#owner.times.idleMs);
    // If the body is empty, the constructor of the reader already reports its end.
    this.#reader = createBodyReader(head.framing, this);
    if (this.#reader.isDone && at === bytes.length) this.#finish();
    return false;
  }

  #release(head: ResponseHead, received: Buffer): void {
    const handler = this.#handler;
    this.#handler = undefined;
    for (const event of ['data', 'end', 'drain', 'error', 'close']) {
      this.socket.removeAllListeners(event);
    }
    this.socket.pause();
    this.#isClosed = true;
    this.#owner.onClosed(this);
    try {
      handler?.onUpgrade(head, this.socket, received);
    } catch (error) {
      this.socket.on('error', noop).destroy();
      handler?.onError(error as Error);
    }
  }

  /** The response is complete. */
  #finish(): void {
    const isReusable = this.#isKept && this.#isBodySent;
    this.uses += 1;
    this.#request = undefined;
    this.#reader = undefined;
    if (!isReusable || this.#isClosed) {
      this.#close();
      return;
    }
    // The last bytes may have paused the socket. An idle connection has to be read, so that its close is noticed.
    this.socket.resume();
    this.#owner.onFree(this);
  }

  #onEnd(): void {
    const reader = this.#reader;
    if (reader && !reader.isDone) {
      try {
        this.#isKept = false;
        reader.finish();
      } catch (error) {
        this.#fail(error as Error);
        return;
      }
    } else if (this.#handler) {
      this.#fail(new OriginGoneError(this.uses > 0));
      return;
    }
    this.#close();
  }

  #onError(error: NodeJS.ErrnoException): void {
    const isGone = !this.#reader && disconnectCodes.has(error.code ?? '');
    this.#fail(isGone ? new OriginGoneError(this.uses > 0, { cause: error }) : error);
  }

  /**
   * Returns false if the connection fails with it. An origin may respond and close while it is still being sent a body;
   * its response has arrived by then, but may not be read yet.
   */
  #onWriteError(error: NodeJS.ErrnoException): boolean {
    const hasBody = this.#request?.body !== undefined;
    if (!hasBody || !disconnectCodes.has(error.code ?? '')) return false;
    this.#isKept = false;
    this.#cancelBody();
    this.#expect(LATE_RESPONSE_MS);
    return true;
  }

  #fail(error: Error): void {
    const handler = this.#handler;
    this.#handler = undefined;
    this.#cancelBody();
    this.#close();
    if (handler && error instanceof OriginGoneError && error.wasReused) this.#owner.onStale();
    handler?.onError(error);
  }

  /** 0: no time limit, as in the settings. */
  #expect(withinMs: number): void {
    this.deadline = withinMs === 0 ? Number.POSITIVE_INFINITY : this.#owner.wheel.now() + withinMs;
    this.#owner.wheel.touch(this);
  }

  #cancelBody(): void {
    if (!this.#isBodySent) this.#request?.body?.cancel();
    this.#isBodySent = true;
  }

  /** Reports the close at once. The `close` event follows later, and a request could get the closed connection in between. */
  #close(): void {
    this.socket.destroy();
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#owner.onClosed(this);
  }

  #onClose(): void {
    if (!this.#isClosed) this.#fail(new OriginGoneError(this.uses > 0));
  }
}

/**
 * Node destroys a socket when a write fails, and with it the bytes that were received and not read yet. If `isHandled`
 * returns true, the failed bytes are dropped instead, and reading goes on until the end or an error.
 */
function keepOpenOnWriteError(
  socket: Socket,
  isHandled: (error: NodeJS.ErrnoException) => boolean,
): void {
  type Done = (error?: Error | null) => void;
  const filtered =
    (done: Done): Done =>
    (error) =>
      done(error && isHandled(error) ? null : error);
  const write = socket._write.bind(socket);
  const writev = socket._writev?.bind(socket);
  const writeOpen: typeof write = (chunk, encoding, done) => write(chunk, encoding, filtered(done));
  socket._write = writeOpen;
  if (!writev) return;
  const writevOpen: typeof writev = (chunks, done) => writev(chunks, filtered(done));
  socket._writev = writevOpen;
}

/** Some servers require `Content-Length` for these methods even without a body: RFC 9110, section 8.6. */
const bodyMethods = new Set(['POST', 'PUT', 'PATCH']);

/** The text of a request head. Throws if a field is invalid. */
export function headOf(request: OriginRequest): string {
  const { method, target, fields, received, sharedFields, body, upgrade } = request;
  let text = `${method} ${target} HTTP/1.1\r\n${fieldLines(fields, received)}`;
  if (sharedFields) text += sharedFields.lines;
  if (upgrade !== undefined) text += `connection: upgrade\r\nupgrade: ${upgrade}\r\n`;
  if (hasLength(request)) return `${text}\r\n`;
  if (body) {
    text +=
      body.length === undefined
        ? 'transfer-encoding: chunked\r\n'
        : `content-length: ${body.length}\r\n`;
  } else if (bodyMethods.has(method)) text += 'content-length: 0\r\n';
  return `${text}\r\n`;
}

/** Whether `Content-Length` is among the fields. Throws if it is not the length of the body: the origin would read another request. */
function hasLength({ fields, body }: OriginRequest): boolean {
  let isFound = false;
  for (let at = 0; at < fields.length; at += 2) {
    const name = fields[at] as string; // pairs
    if (!isContentLength(name)) continue;
    const length = body ? body.length : 0;
    if (isFound || length === undefined || fields[at + 1] !== String(length)) {
      throw new BadFieldError(name);
    }
    isFound = true;
  }
  return isFound;
}

/** `Keep-Alive: timeout=5`, minus a second, because the origin's timer starts earlier. */
function keepAliveOf(headers: HeaderList): number {
  const keepAlive = headers.get('keep-alive');
  if (keepAlive === undefined) return Number.POSITIVE_INFINITY;
  const seconds = /\btimeout=(\d{1,6})\b/.exec(keepAlive)?.[1];
  return seconds === undefined ? Number.POSITIVE_INFINITY : Math.max(0, Number(seconds) - 1) * 1000;
}

function noop(): void {}
