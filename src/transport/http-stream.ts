import type { Socket } from 'node:net';
import type { HeaderList } from './header-list.ts';

/** Addresses and encryption of a connection. */
export interface ConnectionInfo {
  readonly remoteAddress: string;
  readonly remotePort: number;
  readonly localAddress: string;
  readonly localPort: number;
  readonly tls: TlsInfo | undefined;
}

export interface TlsInfo {
  readonly protocol: string;
  readonly cipher: string;
  /** Undefined if the client sent no SNI, and if it resumes a TLS 1.2 session. */
  readonly serverName: string | undefined;
}

/** Receives a body. */
export interface BodyConsumer {
  /** The receiver may keep the bytes. False signals backpressure: no more data until `resume`. */
  onData(bytes: Buffer): boolean;
  onEnd(trailers: HeaderList | undefined): void;
  /** The peer has disconnected, or its message framing is invalid. */
  onFailure(error: Error): void;
}

/** A body that is read on demand. Without a consumer, backpressure applies. */
export interface IncomingBody {
  /** Bytes received so far. */
  readonly received: number;
  readonly isDone: boolean;
  /** True once the framing of the body turned out to be invalid. Nothing more is read then. */
  readonly isBroken: boolean;
  /** Whether the body is neither paused nor complete. */
  readonly isFlowing: boolean;
  /** Starts to read, or continues with another consumer. */
  read(consumer: BodyConsumer): void;
  pause(): void;
  resume(): void;
}

/** Bodies up to this size are sent in one write with their head. */
export const MAX_JOINED_BYTES = 16 * 1024;

/** Fields of a message to be sent: name, value, name, value, … as byte strings. */
export type Fields = readonly string[];

/** One request and its response, in any version of HTTP. */
export interface HttpStream {
  readonly version: '1.0' | '1.1' | '2';
  readonly method: string;
  /** As received. */
  readonly target: string;
  /** As received. The handler may replace them before it reads them. */
  headers: HeaderList;
  readonly connection: ConnectionInfo;
  /** Undefined if the request has none. */
  readonly body: IncomingBody | undefined;
  /** Whether the request asks for a protocol upgrade. */
  readonly isUpgrade: boolean;
  /** Bytes of this request and response on the wire. */
  readonly bytesRead: number;
  readonly bytesWritten: number;
  readonly hasResponded: boolean;
  /** The response is complete, or the visitor has disconnected: nothing more can be sent. */
  readonly isClosed: boolean;
  /** Called once, when the stream is closed. */
  onClose: () => void;
  /** Called when writing may continue after `write` returned false. */
  onDrain: () => void;
  /** Closes the connection after this response, unless other requests share it. */
  endConnection(): void;
  /** Closes the connection after all responses in flight. For further requests, the client opens another connection. */
  retireConnection(): void;
  /** Sends an interim response: 100, 102 or 103. */
  inform(status: number, fields: Fields): void;
  /**
   * Sends the head, in one write with the first bytes of the body. Without `Content-Length`, the protocol determines the framing.
   * Fields that are in `received` as well are forwarded verbatim.
   */
  respond(status: number, reason: string, fields: Fields, received?: HeaderList): void;
  /** Sends the head now, without waiting for the first bytes of the body. */
  flush(): void;
  /** Returns true if the caller may overwrite the bytes. False signals backpressure: the bytes are in use until `onDrain`. */
  write(bytes: Buffer): boolean;
  /** Up to `MAX_JOINED_BYTES` are sent in one write with pending data, and may be overwritten afterwards. */
  end(bytes?: Buffer | string, trailers?: Fields): void;
  /** Sends 101 and hands over the connection, with the bytes received after the request. */
  takeOver(fields: Fields): { readonly socket: Socket; readonly received: Buffer };
  /** Resets the response, so that the visitor notices that it is incomplete. */
  abort(): void;
}
