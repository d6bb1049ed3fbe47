import type { HeaderList } from '../header-list.ts';

/** Gets the content of a body as it comes. */
export interface BodySink {
  /** The bytes are not used again by the connection: the receiver may keep them. */
  onData(bytes: Buffer): void;
  onEnd(trailers: HeaderList | undefined): void;
}

/** Takes a body out of the bytes of a connection. */
export interface BodyReader {
  readonly isDone: boolean;
  /** Reads from `at` and returns where the body, or what came of it, ends. Throws what is no body. */
  feed(bytes: Buffer, at: number): number;
  /** The connection has ended. Throws when the body has not. */
  finish(): void;
}
