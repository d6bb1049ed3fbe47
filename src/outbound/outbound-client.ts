/**
 * The one door through which the platform itself calls others: script fetches, webhooks, log
 * destinations, health monitors. Whoever chooses the URL must not be able to reach what only this
 * machine can reach.
 */
export interface OutboundClient {
  /** Resolves with the answer's head; the body follows as a stream and must be read or discarded. */
  request(request: OutboundRequest): Promise<OutboundResponse>;
  /** The same, with the whole body in memory. */
  fetch(request: OutboundRequest): Promise<BufferedResponse>;
  /** The check for saving a URL: everything that can be said without asking DNS. Throws `OutboundError`. */
  checkUrl(text: string, rules?: OutboundRules): URL;
  /** As `checkUrl`, and resolves the name: throws when a request would be refused right now. */
  checkReachable(text: string, rules?: OutboundRules): Promise<URL>;
  /** Aborts what is under way and closes every connection. */
  close(): Promise<void>;
}

/** Addresses inside the operator's allow-list are exempt from both rules. */
export interface OutboundRules {
  /** Refuse plain `http://`. */
  readonly requireTls?: boolean;
  /** Refuse ports on which web servers do not usually listen. */
  readonly usualPortsOnly?: boolean;
}

export interface OutboundRequest extends OutboundRules {
  readonly url: string;
  /** Default `GET`. */
  readonly method?: OutboundMethod;
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers that, like `Authorization` and `Cookie`, must not follow a redirect to another origin. */
  readonly secretHeaders?: readonly string[];
  /** A stream is given as a function, since a redirect may ask for it again. */
  readonly body?: string | Uint8Array | (() => AsyncIterable<Uint8Array>);
  readonly signal?: AbortSignal;
  /** For everything: names, connection, redirects, headers, body. Default 30 s. */
  readonly timeoutMs?: number;
  /** Default 5; 0 hands a redirect answer back as it is. */
  readonly maxRedirects?: number;
  /** Counted after decompression. Default 10 MiB. */
  readonly maxResponseBytes?: number;
  /** Ask for a compressed answer and unpack it. Default: bytes are handed on as they come. */
  readonly decompress?: boolean;
}

export type OutboundMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

export interface ResponseHead {
  readonly status: number;
  /** Names in lower case; repeated headers joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where the answer came from after redirects. */
  readonly url: string;
}

export interface OutboundResponse extends ResponseHead {
  /** Can be read once. Throws `OutboundError` when a limit is passed. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Gives the connection up without reading the body. */
  discard(): void;
}

export interface BufferedResponse extends ResponseHead {
  readonly body: Buffer;
}
