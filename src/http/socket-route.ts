/** A WebSocket that clients may open. The path says which one, and contains what proves that they may. */
export interface SocketRoute {
  /** Below the API's base path, with `:name` segments. */
  readonly path: string;
  /** What to do with the socket; undefined refuses it, as if there were no such path. */
  admit(params: Readonly<Record<string, string>>): Promise<AdmittedSocket | undefined>;
}

export interface AdmittedSocket {
  /** Who has only a part of all sockets: an account. */
  readonly owner: string;
  readonly run: SocketSession;
}

/** Runs until it has nothing more to send, or the signal aborts because the client has left. */
export type SocketSession = (socket: ClientSocket, signal: AbortSignal) => Promise<void>;

export interface ClientSocket {
  send(text: string): void;
  /** Bytes that the client has not taken yet. */
  readonly waitingBytes: number;
}
