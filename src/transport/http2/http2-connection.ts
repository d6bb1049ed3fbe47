import {
  constants,
  performServerHandshake,
  type ServerHttp2Session,
  type ServerHttp2Stream,
  type ServerSessionOptions,
} from 'node:http2';
import type { TLSSocket } from 'node:tls';
import type { ConnectionSlot, SlotHolder } from '../connection-slots.ts';
import { HeaderList } from '../header-list.ts';
import type { ConnectionInfo } from '../http-stream.ts';
import { WireError } from '../http1/wire-error.ts';
import { LinkedList } from '../linked-list.ts';
import type { Timed, WheelEntry } from '../timer-wheel.ts';
import type { VisitorContext, VisitorLimits } from '../visitor-context.ts';
import { ControlBudget } from './control-budget.ts';
import { Http2Stream, type StreamOwner } from './http2-stream.ts';
import type { OutgoingBytes } from './outgoing-pieces.ts';
import { parseRequestFields, type RequestFields } from './request-fields.ts';

/** The error code of nghttp2 for violations of the protocol. */
const NGHTTP2_ERR_PROTO = -505;

/** Interval of the checks of a connection. */
const CHECK_MS = 500;

/** The flow-control window of a stream: the most that can be in flight to a closed stream. */
const WINDOW_BYTES = 64 * 1024 - 1;

/** For each frame of a response, the client may send two WINDOW_UPDATE frames: for the stream and for the connection. */
const WINDOW_UPDATES_BYTES = 2 * 13;

/** PRIORITY, WINDOW_UPDATE and RST_STREAM frames that clients send with a request. */
const REQUEST_FRAMES_BYTES = 64;

/** Refused heads get a response up to this multiple of the limits. The streams of larger ones are reset. */
const REFUSED_HEADS = 2;

/** HTTP/2 counts 32 extra bytes per field: RFC 9113, section 6.5.2. */
const FIELD_BYTES = 32;

/** The pseudo-header fields of a request, which HTTP/1.1 does not count as fields, and a bound of the bytes of their names. */
const PSEUDO_FIELDS = 4;
const PSEUDO_NAME_BYTES = 16;

/** No limit for response heads, as over HTTP/1.1: those of origins are limited when they are received. The library's default is 64 KiB. */
const RESPONSE_HEAD_BYTES = 16 * 1024 * 1024;

/** Stream resets: burst, and refill per second. A browser resets all requests of a page when the user leaves it. */
const RESET_BURST = 512;
const RESETS_PER_SECOND = 64;

/**
 * A visitor's HTTP/2 connection. Node's library reads and writes the frames; this class limits the cost: connections that flood, stall or
 * idle are closed.
 */
export class Http2Connection implements Timed, SlotHolder, StreamOwner {
  readonly protocol = 'h2';
  readonly info: ConnectionInfo;
  readonly outgoing: OutgoingBytes = { waiting: 0 };
  readonly #socket: TLSSocket;
  readonly #context: VisitorContext;
  readonly #slot: ConnectionSlot;
  readonly #session: ServerHttp2Session;
  readonly #budget: ControlBudget;
  readonly #streams = new LinkedList<Http2Stream>();
  #streamCount = 0;
  /** Streams that were reset because of a protocol error. */
  #brokenStreams = 0;
  #idleSince: number;
  #isClosing = false;
  /** Time at which the connection is destroyed if the client has not closed it by then. */
  #endsAt = Number.POSITIVE_INFINITY;
  deadline: number;
  wheelEntry: WheelEntry | undefined;

  constructor(
    socket: TLSSocket,
    info: ConnectionInfo,
    context: VisitorContext,
    slot: ConnectionSlot,
  ) {
    this.#socket = socket;
    this.info = info;
    this.#context = context;
    this.#slot = slot;
    slot.holder = this;
    this.#idleSince = this.now();
    this.#budget = new ControlBudget(REFUSED_HEADS * context.limits.headBytes, this.now());
    this.deadline = this.now() + CHECK_MS;
    context.wheel.add(this);
    this.#session = performServerHandshake(socket, sessionOptions(context.limits));
    this.#session.on('stream', (stream, _headers, _flags, raw) => this.#onStream(stream, raw));
    // Errors need no handling of their own, because the `close` event follows every error.
    this.#session.on('error', noop);
    this.#keepOnStreamErrors();
    this.#session.on('close', () => context.wheel.remove(this));
    // HTTP/2 does not use half-closed connections: the visitor has disconnected.
    socket.on('end', () => this.destroy());
  }

  now(): number {
    return this.#context.wheel.now();
  }

  drain(): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#session.close();
    if (this.#streamCount === 0) this.#linger();
  }

  /**
   * GOAWAY is sent only while a response is pending. If the connection is idle, a request sent at the same moment would be refused, and not
   * every client retries it. The library does not support the graceful two-step GOAWAY of RFC 9113, section 6.8: it accepts no requests
   * after any GOAWAY.
   */
  retire(): void {
    if (this.#streamCount > 0) this.drain();
  }

  destroy(): void {
    this.#slot.socket.destroy();
  }

  onSent(frames: number): void {
    this.#budget.countContent(frames * WINDOW_UPDATES_BYTES);
  }

  onClosed(stream: Http2Stream): void {
    this.#budget.countContent(stream.takeReceived());
    if (stream.isBroken) this.#budget.allowLate(WINDOW_BYTES);
    this.#streams.remove(stream.link);
    this.#streamCount -= 1;
    if (this.#streamCount > 0) return;
    this.#idleSince = this.now();
    this.#slot.idle();
    if (this.#isClosing) this.#linger();
    else if (this.#slot.isDraining) this.drain();
  }

  onDeadline(): void {
    const now = this.now();
    this.deadline = now + CHECK_MS;
    if (now >= this.#endsAt) {
      this.destroy();
      return;
    }
    for (const stream of this.#streams) {
      this.#budget.countContent(stream.takeReceived());
      stream.resetIfLingering();
    }
    if (this.#budget.isExceeded(this.#socket.bytesRead, now)) {
      this.#isClosing = true;
      this.#session.destroy(
        new Error('too many control frames'),
        constants.NGHTTP2_ENHANCE_YOUR_CALM,
      );
      this.#linger();
      return;
    }
    if (this.#streamCount === 0) {
      if (now - this.#idleSince >= this.#context.limits.idleMs) this.drain();
    } else this.#endStalled(now);
  }

  /** Aborts stalled responses, and closes the connection if no other request is in flight. */
  #endStalled(now: number): void {
    const { stallMs } = this.#context.limits;
    const stalled = [...this.#streams].filter(({ pendingSince }) => now - pendingSince >= stallMs);
    for (const stream of stalled) stream.abort();
    if (stalled.length > 0 && stalled.length === this.#streamCount) this.drain();
  }

  /**
   * The library resets a stream whose body is longer than its `Content-Length`, RFC 9113, section 8.1.1, and then destroys the whole session
   * with the error code of a broken connection. The session stays if the error was that of a stream.
   */
  #keepOnStreamErrors(): void {
    const session = this.#session;
    const destroy = session.destroy.bind(session);
    const destroyUnlessReset: typeof destroy = (error, code) => {
      if ((error as NodeJS.ErrnoException | undefined)?.errno !== NGHTTP2_ERR_PROTO) {
        destroy(error, code);
        return;
      }
      const before = this.#brokenStreams;
      // The stream is closed after this call.
      setImmediate(() => {
        if (this.#brokenStreams === before) destroy(error, code);
      });
    };
    session.destroy = destroyUnlessReset;
  }

  #onStream(stream: ServerHttp2Stream, raw: readonly string[]): void {
    stream.on('error', noop);
    stream.once('close', () => {
      if (stream.rstCode === constants.NGHTTP2_PROTOCOL_ERROR) this.#brokenStreams += 1;
    });
    // The stream may have been reset in the same packet.
    if (stream.destroyed || stream.closed) return;
    try {
      const request = parseRequestFields(raw, this.#context.limits);
      this.#budget.countContent(REQUEST_FRAMES_BYTES);
      // Deferred, so that all requests of the same packet are accepted.
      if (this.#slot.isDraining) setImmediate(() => this.retire());
      this.#context.handler.onRequest(this.#add(stream, request));
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      const { handler, limits } = this.#context;
      // Also before the visitor has received the limits, from when on the library applies them.
      if (isBeyond(sessionLimits(limits), raw)) {
        stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
        return;
      }
      const { status, reason, fields, body } = handler.refusal(error.fault, this.info);
      const refused = this.#add(stream, refusedRequest(raw));
      refused.respond(status, reason, fields);
      refused.end(body);
    }
  }

  #add(stream: ServerHttp2Stream, request: RequestFields): Http2Stream {
    const added = new Http2Stream(stream, request, this);
    this.#streams.add(added.link);
    this.#streamCount += 1;
    this.#slot.busy();
    return added;
  }

  /** All data is sent. The client has a moment to read it and to close the connection. */
  #linger(): void {
    this.#endsAt = Math.min(this.#endsAt, this.now() + this.#context.limits.lingerMs);
  }
}

/** A placeholder for a refused request. It keeps the method, because the response to HEAD has no body. */
function refusedRequest(raw: readonly string[]): RequestFields {
  const method = raw[raw.indexOf(':method') + 1] ?? '';
  return { method, target: '', headers: new HeaderList([], []), length: undefined };
}

interface SessionLimits {
  /** As HTTP/2 counts them. */
  readonly bytes: number;
  readonly fields: number;
}

/** The limits of the library: above ours, so that most heads that are too large are refused with a response. */
function sessionLimits({ fields, headBytes }: VisitorLimits): SessionLimits {
  const pseudoBytes = PSEUDO_FIELDS * (PSEUDO_NAME_BYTES + FIELD_BYTES);
  return {
    bytes: REFUSED_HEADS * (headBytes + FIELD_BYTES * fields) + pseudoBytes,
    fields: REFUSED_HEADS * fields + PSEUDO_FIELDS,
  };
}

function isBeyond(limits: SessionLimits, raw: readonly string[]): boolean {
  let bytes = (raw.length / 2) * FIELD_BYTES;
  for (const text of raw) bytes += text.length;
  return bytes > limits.bytes || raw.length > 2 * limits.fields;
}

function sessionOptions(limits: VisitorLimits): ServerSessionOptions {
  const { bytes, fields } = sessionLimits(limits);
  return {
    settings: {
      maxConcurrentStreams: limits.streams,
      initialWindowSize: WINDOW_BYTES,
      maxHeaderListSize: bytes,
    },
    maxHeaderListPairs: fields,
    maxSendHeaderBlockLength: RESPONSE_HEAD_BYTES,
    streamResetBurst: RESET_BURST,
    streamResetRate: RESETS_PER_SECOND,
    // Otherwise the library silently drops fields with whitespace around their values.
    strictFieldWhitespaceValidation: false,
    // Origins may repeat single-value fields; they are forwarded verbatim, as over HTTP/1.1.
    strictSingleValueFields: false,
  };
}

function noop(): void {}
