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

/** How often a connection is looked at. */
const LOOK_MS = 500;

/** What a visitor may have on its way to a stream that is closed already: the window of a stream. */
const WINDOW_BYTES = 64 * 1024 - 1;

/** Two WINDOW_UPDATE frames, for a stream and for its connection, may follow each frame of a response. */
const WINDOW_UPDATES_BYTES = 2 * 13;

/** PRIORITY, WINDOW_UPDATE and RST_STREAM, as clients send them around a request. */
const REQUEST_FRAMES_BYTES = 64;

/** Streams that a visitor may reset at once, and per second. A browser resets all of a page that is left. */
const RESET_BURST = 512;
const RESETS_PER_SECOND = 64;

/**
 * A visitor's HTTP/2 connection. Frames are read and written by the library; what is kept here is the bound on
 * what it costs: a visitor that only keeps the connection busy, takes no responses or asks for nothing is let go.
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
  #idleSince: number;
  #isClosing = false;
  /** When the connection is ended whatever happens. */
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
    this.#budget = new ControlBudget(context.limits.headBytes, this.now());
    this.deadline = this.now() + LOOK_MS;
    context.wheel.add(this);
    this.#session = performServerHandshake(socket, sessionOptions(context.limits));
    this.#session.on('stream', (stream, _headers, _flags, raw) => this.#onStream(stream, raw));
    // Its end follows, and says all that is needed.
    this.#session.on('error', noop);
    this.#session.on('close', () => context.wheel.remove(this));
    // Nobody ends one half of a connection with HTTP/2: the visitor has left.
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
   * The visitor is told while it waits for a response: a request that it sends at the same moment would be refused,
   * and not every visitor sends it again. The library cannot announce the end first (RFC 9113, section 6.8): it
   * takes no further requests after any GOAWAY.
   */
  retire(): void {
    if (this.#streamCount > 0) this.drain();
  }

  destroy(): void {
    this.#slot.socket.destroy();
  }

  onSent(frames: number): void {
    this.#budget.carried(frames * WINDOW_UPDATES_BYTES);
  }

  onClosed(stream: Http2Stream): void {
    this.#budget.carried(stream.takeCarried());
    if (stream.isBroken) this.#budget.mayFollow(WINDOW_BYTES);
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
    this.deadline = now + LOOK_MS;
    if (now >= this.#endsAt) {
      this.destroy();
      return;
    }
    for (const stream of this.#streams) {
      this.#budget.carried(stream.takeCarried());
      stream.letGo();
    }
    if (this.#budget.isExceeded(this.#socket.bytesRead, now)) {
      this.#isClosing = true;
      this.#session.destroy(new Error('a flood'), constants.NGHTTP2_ENHANCE_YOUR_CALM);
      this.#linger();
      return;
    }
    if (this.#streamCount === 0) {
      if (now - this.#idleSince >= this.#context.limits.idleMs) this.drain();
    } else this.#endStalled(now);
  }

  /** Ends responses that the visitor does not take, and the connection if nothing else is under way on it. */
  #endStalled(now: number): void {
    const { stallMs } = this.#context.limits;
    const stalled = [...this.#streams].filter(({ waitsSince }) => now - waitsSince >= stallMs);
    for (const stream of stalled) stream.abort();
    if (stalled.length > 0 && stalled.length === this.#streamCount) this.drain();
  }

  #onStream(stream: ServerHttp2Stream, raw: readonly string[]): void {
    stream.on('error', noop);
    // It may have been reset in the same packet.
    if (stream.destroyed || stream.closed) return;
    try {
      const request = parseRequestFields(raw, this.#context.limits);
      this.#budget.carried(REQUEST_FRAMES_BYTES);
      // Requests that came together are all taken.
      if (this.#slot.isDraining) setImmediate(() => this.retire());
      this.#context.handler.onRequest(this.#add(stream, request));
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      const { handler } = this.#context;
      const { status, reason, fields, body } = handler.refusal(error.fault, this.info);
      const refused = this.#add(stream, noRequest(raw));
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

  /** Everything is said. The visitor has a moment to take it and to end the connection. */
  #linger(): void {
    this.#endsAt = Math.min(this.#endsAt, this.now() + this.#context.limits.lingerMs);
  }
}

/** What is refused is nothing to anybody; but the response to HEAD has no body here either. */
function noRequest(raw: readonly string[]): RequestFields {
  const method = raw[raw.indexOf(':method') + 1] ?? '';
  return { method, target: '', headers: new HeaderList([], []), length: undefined };
}

function sessionOptions({ streams, fields, headBytes }: VisitorLimits): ServerSessionOptions {
  return {
    settings: {
      maxConcurrentStreams: streams,
      initialWindowSize: WINDOW_BYTES,
      // HTTP/2 counts 32 more for each field. Heads up to our limit are taken, so that refusals are ours.
      maxHeaderListSize: headBytes + 32 * fields,
    },
    // Crumbs of cookies are fields of their own here.
    maxHeaderListPairs: 2 * fields,
    streamResetBurst: RESET_BURST,
    streamResetRate: RESETS_PER_SECOND,
    // The library would leave out fields with blanks around their values without a word.
    strictFieldWhitespaceValidation: false,
    // Origins repeat fields that should stand once; that is theirs to answer for, as over HTTP/1.1.
    strictSingleValueFields: false,
  };
}

function noop(): void {}
