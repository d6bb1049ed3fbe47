/** A WebSocket that clients may open. The path identifies it and contains the secret that authorises them. */
export interface SocketRoute {
  /** Below the API's base path, with `:name` segments. */
  readonly path: string;
  /** The session to run on the socket; undefined refuses it, as if there were no such path. */
  admit(params: Readonly<Record<string, string>>): Promise<AdmittedSocket | undefined>;
}

export interface AdmittedSocket {
  /** The account that the socket counts against; each has a limited number of sockets. */
  readonly owner: string;
  readonly run: SocketSession;
}

/** Runs until it has nothing more to send, or the signal aborts because the client has left. */
export type SocketSession = (socket: ClientSocket, signal: AbortSignal) => Promise<void>;

export interface ClientSocket {
  send(text: string): void;
  /** Bytes that are buffered for the client. */
  readonly waitingBytes: number;
}
