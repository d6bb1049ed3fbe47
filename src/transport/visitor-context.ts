import type { ConnectionInfo, Fields, HttpStream } from './http-stream.ts';
import type { HeadLimits } from './http1/request-head.ts';
import type { WireFault } from './http1/wire-error.ts';
import type { TimerWheel } from './timer-wheel.ts';

export interface VisitorLimits extends HeadLimits {
  /** Bytes of a head as HTTP/1.1 writes it, whatever protocol carried it. */
  readonly headBytes: number;
  /** Requests of one HTTP/2 connection that may be under way at once. */
  readonly streams: number;
  /** How long a connection may take before HTTP begins on it: a PROXY header and a TLS handshake. */
  readonly handshakeMs: number;
  /** How long a head may take from its first byte on, and the first one from the beginning of the connection. */
  readonly headMs: number;
  /** How long a connection may wait for its next request. */
  readonly idleMs: number;
  /** How long the rest of an unwanted body, or the end of a refused connection, is waited for. */
  readonly lingerMs: number;
  /** How long a visitor may take nothing of a response. */
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
  /** The response to bytes that are no request. */
  refusal(reason: Refusal, connection: ConnectionInfo): RefusalResponse;
  /** A connection ended before its TLS handshake was done. The reason is a word or a code of the library. */
  handshakeFailed(reason: string, connection: ConnectionInfo): void;
}

/** What all visitors' connections of a process share. */
export interface VisitorContext {
  readonly limits: VisitorLimits;
  readonly handler: VisitorHandler;
  readonly wheel: TimerWheel;
}
