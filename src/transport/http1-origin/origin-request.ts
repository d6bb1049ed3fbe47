import type { Socket } from 'node:net';
import type { HeaderList } from '../header-list.ts';
import type { Fields } from '../http-stream.ts';
import type { SharedFields } from '../http1/head-text.ts';
import type { ResponseHead } from '../http1/response-head.ts';

/** A request to be sent to an origin. */
export interface OriginRequest {
  readonly method: string;
  readonly target: string;
  /** Without `connection` and without what says how the body is framed. */
  readonly fields: Fields;
  /** The message that some of the fields come from. */
  readonly received?: HeaderList | undefined;
  /** Further fields, behind the others. */
  readonly sharedFields?: SharedFields | undefined;
  readonly body: OutgoingBody | undefined;
  /** The protocol that the connection should change to, if any. */
  readonly upgrade: string | undefined;
}

/** A body on its way to an origin. */
export interface OutgoingBody {
  /** Undefined: sent in chunks. */
  readonly length: number | undefined;
  /** Begins to send. Called once, when the connection is there. */
  start(sink: OutgoingBodySink): void;
  /** Whoever takes it can take more. */
  resume(): void;
  /** Nobody takes it any more. */
  cancel(): void;
}

export interface OutgoingBodySink {
  /** False asks to wait until `resume`. */
  write(bytes: Buffer): boolean;
  end(trailers: Fields): void;
  fail(error: Error): void;
}

/** Learns what becomes of a request. After `onEnd`, `onError` or `onUpgrade` nothing follows. */
export interface OriginHandler {
  /** The connection is there; from here on the origin may know of the request. */
  onSent(): void;
  onInform(status: number, headers: HeaderList): void;
  onHead(head: ResponseHead): void;
  /**
   * False stops the origin until `resume` is called on the exchange, and says that the bytes are still needed. Otherwise
   * they may be overwritten after the call.
   */
  onData(bytes: Buffer): boolean;
  /** All that has come of a response was passed on; what follows may take a while. */
  onRead(): void;
  onEnd(trailers: HeaderList | undefined): void;
  onError(error: Error): void;
  onUpgrade(head: ResponseHead, socket: Socket, received: Buffer): void;
  /** The origin was silent for long. True when somebody else is to blame: it is then waited for again. */
  isExcused(): boolean;
}

/** A request under way. */
export interface OriginExchange {
  resume(): void;
  abort(): void;
}
