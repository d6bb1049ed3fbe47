import type { Socket } from 'node:net';
import type { HeaderList } from './header-list.ts';

/** Both ends of a connection, and how it is encrypted. */
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
  /** Undefined when the visitor asked for none, and when it resumes a session of TLS 1.2. */
  readonly serverName: string | undefined;
}

/** Gets a body, or learns that it never comes to its end. */
export interface BodyConsumer {
  /** The receiver may keep the bytes. False asks the sender to wait until `resume`. */
  onData(bytes: Buffer): boolean;
  onEnd(trailers: HeaderList | undefined): void;
  /** The other side has gone, or has sent what is no body. */
  onFailure(error: Error): void;
}

/** A body that somebody reads when they are ready for it. Nothing is read from the connection before. */
export interface IncomingBody {
  /** Bytes that have come so far. */
  readonly received: number;
  readonly isDone: boolean;
  /** True once the other side has sent what is no body. Nothing more is read then. */
  readonly isBroken: boolean;
  /** Whether more could come at once if the other side sent it. */
  readonly isFlowing: boolean;
  /** Begins to read, or goes on with another consumer. */
  read(consumer: BodyConsumer): void;
  pause(): void;
  resume(): void;
}

/** Bodies up to this size are sent together with their head as one text, which is one write less. */
export const MAX_JOINED_BYTES = 16 * 1024;

/** Fields of a message to be sent: name, value, name, value, … as byte strings. */
export type Fields = readonly string[];

/** One request and the response to it, whatever protocol carries them. */
export interface HttpStream {
  readonly version: '1.0' | '1.1' | '2';
  readonly method: string;
  /** As received. */
  readonly target: string;
  readonly headers: HeaderList;
  readonly connection: ConnectionInfo;
  /** Undefined when the request has none. */
  readonly body: IncomingBody | undefined;
  /** Whether the connection can be taken over for another protocol. */
  readonly isUpgrade: boolean;
  /** Bytes of this request and response on the wire. */
  readonly bytesRead: number;
  readonly bytesWritten: number;
  readonly hasResponded: boolean;
  /** The response is out, or the visitor is gone: nothing can be sent any more. */
  readonly isClosed: boolean;
  /** Called once, when the stream is closed. */
  onClose: () => void;
  /** Called when a write may go on. */
  onDrain: () => void;
  /** Ends the connection after this response, unless other requests share it. */
  endConnection(): void;
  /** Ends the connection after this response and what else is under way on it. Whoever asks for more opens another. */
  retireConnection(): void;
  /** Sends a response before the response: 100, 102 or 103. */
  inform(status: number, fields: Fields): void;
  /**
   * Sends the head, together with the first bytes that are written. Without a length in the fields the end of the
   * body is marked as the protocol does it. Fields that stand in `received` as well are sent as they came.
   */
  respond(status: number, reason: string, fields: Fields, received?: HeaderList): void;
  /** Sends the head although nothing of the body is there yet. */
  flush(): void;
  /** True: the bytes may be overwritten. False: they are still needed, until `onDrain`. */
  write(bytes: Buffer): boolean;
  /** Bytes up to `MAX_JOINED_BYTES` are sent together with what came before, and may be overwritten afterwards. */
  end(bytes?: Buffer | string, trailers?: Fields): void;
  /** Answers 101 and hands over the connection, with what was received behind the request. */
  takeOver(fields: Fields): { readonly socket: Socket; readonly received: Buffer };
  /** Breaks off: the visitor notices that the response is not whole. */
  abort(): void;
}
