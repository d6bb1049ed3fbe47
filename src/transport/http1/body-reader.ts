import type { HeaderList } from '../header-list.ts';

/** Receives the content of a body. */
export interface BodySink {
  /** The receiver may keep the bytes: the connection does not reuse them. */
  onData(bytes: Buffer): void;
  onEnd(trailers: HeaderList | undefined): void;
}

/** Decodes a body from the bytes of a connection. */
export interface BodyReader {
  readonly isDone: boolean;
  /** Reads from `at` and returns the offset after the consumed bytes. Throws on invalid message framing. */
  feed(bytes: Buffer, at: number): number;
  /** To be called when the connection has ended. Throws if the body is incomplete. */
  finish(): void;
}
