import type { Socket } from 'node:net';
import type { ConnectionSlot, SlotHolder } from '../connection-slots.ts';
import type { ConnectionInfo } from '../http-stream.ts';
import type { Timed, WheelEntry } from '../timer-wheel.ts';
import type { Refusal, VisitorContext } from '../visitor-context.ts';
import { HeadReader } from './head-reader.ts';
import { fieldLines } from './head-text.ts';
import { Http1Stream, type StreamConnection } from './http1-stream.ts';
import { isPersistent } from './persistence.ts';
import { parseRequestHead, type RequestHead } from './request-head.ts';
import { WireError } from './wire-error.ts';

/** How often the progress of a response is checked within the time limit without progress. */
const PROGRESS_CHECKS = 8;

/** `closing`: received bytes are ignored; the client may still read the last response. */
type State = 'idle' | 'head' | 'request' | 'discarding' | 'closing';

/**
 * A visitor's HTTP/1.1 connection. It handles one request at a time: while a request is in flight, the socket is paused and bytes of
 * pipelined requests are stored. Every state has a deadline.
 */
export class VisitorConnection implements Timed, SlotHolder, StreamConnection {
  readonly protocol = 'http/1.1';
  readonly socket: Socket;
  readonly info: ConnectionInfo;
  readonly #context: VisitorContext;
  readonly #slot: ConnectionSlot;
  readonly #heads: HeadReader;
  #state: State = 'idle';
  #stream: Http1Stream | undefined;
  /** Received bytes that are not parsed yet: an unread body or pipelined requests. */
  #rest: Buffer | undefined;
  #hasEnded = false;
  /** Total of the bytes that had been flushed to the operating system at the last check, and when that total was new. */
  #flushed = 0;
  #progressAt = 0;
  deadline: number;
  wheelEntry: WheelEntry | undefined;

  /** `socket`: the socket of the slot, or the TLS socket on top of it. */
  constructor(socket: Socket, info: ConnectionInfo, context: VisitorContext, slot: ConnectionSlot) {
    this.socket = socket;
    this.info = info;
    this.#context = context;
    this.#slot = slot;
    this.#heads = new HeadReader({ maxBytes: context.limits.headBytes, skipsEmptyLine: true });
    this.deadline = context.wheel.now() + context.limits.headMs;
    context.wheel.add(this);
    slot.holder = this;
    socket.on('data', (bytes: Buffer) => this.#onData(bytes));
    socket.on('end', () => this.#onEnd());
    socket.on('drain', () => this.#stream?.onDrain());
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#onClose());
  }

  drain(): void {
    if (this.#state === 'idle') this.socket.destroy();
  }

  /** Does nothing: HTTP/1.1 can announce the close only in a response, with `Connection: close`. */
  retire(): void {}

  /** If the close delimits the response, the connection is reset instead of closed, so that a truncated response does not look complete. */
  destroy(): void {
    if (this.#stream?.endsWithConnection) this.#slot.socket.resetAndDestroy();
    else this.socket.destroy();
  }

  onDeadline(): void {
    if (this.#state === 'head') this.#refuse('slow-head');
    else if (this.#state === 'request' && !this.#isStalled()) this.#expectProgress();
    else this.destroy();
  }

  keepRest(bytes: Buffer): void {
    this.#rest = this.#rest ? Buffer.concat([this.#rest, bytes]) : bytes;
    this.socket.pause();
  }

  takeRest(): Buffer | undefined {
    const rest = this.#rest;
    this.#rest = undefined;
    return rest;
  }

  discarding(): void {
    if (this.#state === 'discarding') return;
    this.#state = 'discarding';
    this.#setDeadline('headMs');
  }

  finished(stream: Http1Stream): void {
    if (this.#stream !== stream) return;
    this.#stream = undefined;
    // While the connection retires, only a response that has announced the close may end it: the next request may be on its way.
    const isClosing = this.#slot.isDraining && !this.#slot.isRetiring;
    if (stream.isLast || (this.#hasEnded && !this.#rest) || isClosing) {
      this.#close();
      return;
    }
    this.#state = 'idle';
    this.#setDeadline('idleMs');
    this.#slot.idle();
    // Deferred, so that pipelined requests alternate with those of other connections.
    if (this.#rest) {
      this.socket.pause();
      setImmediate(this.#readRest);
    } else if (this.socket.isPaused()) this.socket.resume();
  }

  release(): Buffer {
    this.#context.wheel.remove(this);
    for (const event of ['data', 'end', 'drain']) this.socket.removeAllListeners(event);
    this.socket.pause();
    return this.takeRest() ?? Buffer.alloc(0);
  }

  readonly #readRest = (): void => {
    const rest = this.#isWaiting() && !this.socket.destroyed ? this.takeRest() : undefined;
    if (rest) this.#onData(rest);
    if (this.#isWaiting() && this.#hasEnded) this.#close();
    // Otherwise the next request is in flight, or has been completed and further pipelined bytes are stored.
    if (this.#isWaiting() && !this.#rest) this.socket.resume();
  };

  #isWaiting(): boolean {
    return this.#state === 'idle' || this.#state === 'head';
  }

  #onData(bytes: Buffer): void {
    if (this.#state === 'closing') return;
    if (this.#stream) this.#stream.feed(bytes);
    else this.#feedHead(bytes);
  }

  #feedHead(bytes: Buffer): void {
    try {
      const received = this.#heads.feed(bytes, 0);
      if (received) {
        const head = parseRequestHead(received, this.#context.limits);
        const { next } = this.#heads;
        const rest = next < bytes.length ? bytes.subarray(next) : undefined;
        this.#begin(head, received.text.length, rest);
      } else if (this.#state === 'idle' && this.#heads.hasBegun) {
        // The slot stays idle, so that connections with slow heads may be evicted at the connection limit.
        this.#state = 'head';
        this.#setDeadline('headMs');
      }
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      this.#refuse(error.fault);
    }
  }

  #begin(head: RequestHead, headBytes: number, rest: Buffer | undefined): void {
    const persistent = isPersistent(head.headers, head.version);
    const stream = new Http1Stream(this, head, headBytes, persistent);
    this.#slot.busy();
    this.#state = 'request';
    this.#stream = stream;
    this.#progressAt = this.#context.wheel.now();
    this.#expectProgress();
    this.#rest = rest;
    this.#context.handler.onRequest(stream);
    // The socket is paused after the call of the handler and not before, because most handlers read the body at once and a pause is
    // expensive. No bytes arrive during the call.
    const isUnread = stream.body && !stream.isDone && !stream.isFlowing;
    if (this.#stream === stream && (isUnread || this.#rest)) this.socket.pause();
  }

  /** Sends the response to an invalid request. Bytes after the request are ignored. */
  #refuse(reason: Refusal): void {
    const { status, reason: text, fields, body } = this.#context.handler.refusal(reason, this.info);
    const head = `HTTP/1.1 ${status} ${text}\r\n${fieldLines(fields)}connection: close\r\n\r\n`;
    this.socket.write(head + body, 'latin1');
    this.#close();
  }

  /** Half-closes the connection and waits for the client to close it, up to `lingerMs`: RFC 9112, section 9.6. */
  #close(): void {
    this.#state = 'closing';
    this.#slot.idle();
    this.#rest = undefined;
    this.socket.end();
    this.socket.resume();
    this.#setDeadline('lingerMs');
    if (this.#hasEnded) this.socket.destroySoon();
  }

  /**
   * Whether nothing was flushed for `stallMs` although bytes are pending. A visitor that has ended its side may have left,
   * which only a write shows, so it must also get bytes in this time.
   */
  #isStalled(): boolean {
    const { bytesWritten, writableLength } = this.socket;
    const flushed = bytesWritten - writableLength;
    const now = this.#context.wheel.now();
    if (flushed > this.#flushed || (writableLength === 0 && !this.#hasEnded))
      this.#progressAt = now;
    this.#flushed = flushed;
    return now - this.#progressAt >= this.#context.limits.stallMs;
  }

  /** Checks the progress several times within its time limit, so that a stall ends soon after the limit. */
  #expectProgress(): void {
    const { limits, wheel } = this.#context;
    this.deadline = wheel.now() + limits.stallMs / PROGRESS_CHECKS;
    wheel.touch(this);
  }

  #setDeadline(limit: 'headMs' | 'idleMs' | 'lingerMs'): void {
    this.deadline = this.#context.wheel.now() + this.#context.limits[limit];
    this.#context.wheel.touch(this);
  }

  #onEnd(): void {
    this.#hasEnded = true;
    // A client may end its side after a complete request and read the response. Over TLS, `close_notify` of a client ends both sides.
    const mayRead = this.#stream?.isDone === true && this.info.tls === undefined;
    if (this.#stream && !mayRead) this.socket.destroy();
    else if (!this.#stream) this.socket.destroySoon();
  }

  #onClose(): void {
    this.#context.wheel.remove(this);
    const stream = this.#stream;
    this.#stream = undefined;
    stream?.closed();
  }
}
