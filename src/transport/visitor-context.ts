import type { ConnectionInfo, Fields, HttpStream } from './http-stream.ts';
import type { HeadLimits } from './http1/request-head.ts';
import type { WireFault } from './http1/wire-error.ts';
import type { TimerWheel } from './timer-wheel.ts';

export interface VisitorLimits extends HeadLimits {
  /** Bytes of a head in its HTTP/1.1 form, also for HTTP/2. */
  readonly headBytes: number;
  /** Concurrent requests of one HTTP/2 connection. */
  readonly streams: number;
  /** Time limit for the PROXY header and the TLS handshake. */
  readonly handshakeMs: number;
  /** Time limit for a request head, from its first byte; for the first head, from the start of the connection. */
  readonly headMs: number;
  /** Idle timeout between requests. */
  readonly idleMs: number;
  /** Time limit for the rest of a discarded body, and for the client to close a refused connection. */
  readonly lingerMs: number;
  /** Time limit without progress while a response is sent. */
  readonly stallMs: number;
}

export type Refusal = WireFault | 'slow-head';

export interface RefusalResponse {
  readonly status: number;
  readonly reason: string;
  readonly fields: Fields;
  /** A byte string. */
  readonly body: string;
}

export interface VisitorHandler {
  onRequest(stream: HttpStream): void;
  /** Returns the response to an invalid request. */
  refusal(reason: Refusal, connection: ConnectionInfo): RefusalResponse;
  /** A connection closed before its TLS handshake was complete. The reason is the one of `HandshakeEvents.onFailure`. */
  handshakeFailed(reason: string, connection: ConnectionInfo): void;
}

/** Shared by all visitor connections of a process. */
export interface VisitorContext {
  readonly limits: VisitorLimits;
  readonly handler: VisitorHandler;
  readonly wheel: TimerWheel;
}
