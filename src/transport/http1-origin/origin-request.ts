import type { Socket } from 'node:net';
import type { HeaderList } from '../header-list.ts';
import type { Fields } from '../http-stream.ts';
import type { SharedFields } from '../http1/head-text.ts';
import type { ResponseHead } from '../http1/response-head.ts';

/** A request to be sent to an origin. */
export interface OriginRequest {
  readonly method: string;
  readonly target: string;
  /**
   * Without `Connection` and `Transfer-Encoding`. `Content-Length` is added at the end if it is missing; otherwise it must be the length of
   * the body.
   */
  readonly fields: Fields;
  /** The received message whose fields are forwarded verbatim. */
  readonly received?: HeaderList | undefined;
  /** Additional fields after the others. */
  readonly sharedFields?: SharedFields | undefined;
  readonly body: OutgoingBody | undefined;
  /** The value of `Upgrade`, if any. */
  readonly upgrade: string | undefined;
}

/** A body to be sent to an origin. */
export interface OutgoingBody {
  /** Undefined: chunked. */
  readonly length: number | undefined;
  /** Starts to send. Called once, when there is a connection. */
  start(sink: OutgoingBodySink): void;
  /** Continues after `write` returned false. */
  resume(): void;
  /** The rest of the body is not needed. */
  cancel(): void;
}

export interface OutgoingBodySink {
  /** False signals backpressure: wait for `resume`. */
  write(bytes: Buffer): boolean;
  end(trailers: Fields): void;
  fail(error: Error): void;
}

/** Receives the response to a request. After `onEnd`, `onError` or `onUpgrade` nothing follows. */
export interface OriginHandler {
  /** There is a connection. From here on the origin may have received the request. */
  onSent(): void;
  onInform(status: number, headers: HeaderList): void;
  onHead(head: ResponseHead): void;
  /**
   * False pauses the origin until `resume` is called on the exchange, and keeps the bytes valid. Otherwise they may be overwritten after
   * the call.
   */
  onData(bytes: Buffer): boolean;
  /** Called after each read, when all its bytes have been passed to `onData`. The next bytes may take a while. */
  onRead(): void;
  onEnd(trailers: HeaderList | undefined): void;
  onError(error: Error): void;
  onUpgrade(head: ResponseHead, socket: Socket, received: Buffer): void;
  /** Called when the deadline expires. True extends it, for example because the client stalls and not the origin. */
  shouldExtendDeadline(): boolean;
}

/** A request in flight. */
export interface OriginExchange {
  resume(): void;
  abort(): void;
}
