/**
 * The only client for requests of the platform itself: script fetches, webhooks, log destinations. It prevents SSRF: users who
 * choose a URL cannot make it connect to addresses that only this machine can reach.
 */
export interface OutboundClient {
  /** Resolves with the head of the response; the body follows as a stream and must be read or discarded. */
  request(request: OutboundRequest): Promise<OutboundResponse>;
  /** Like `request`, with the whole body in memory. */
  fetch(request: OutboundRequest): Promise<BufferedResponse>;
  /** Checks a URL before it is saved, as far as possible without DNS. Throws `OutboundError`. */
  checkUrl(text: string, rules?: OutboundRules): URL;
  /** The same as `checkUrl`, and resolves the name: throws if a request would be refused now. */
  checkReachable(text: string, rules?: OutboundRules): Promise<URL>;
  /** Aborts running requests and closes all connections. */
  close(): Promise<void>;
}

/** Addresses inside the operator's allow-list are exempt from these rules. */
export interface OutboundRules {
  /** Refuse plain `http://`. */
  readonly requireTls?: boolean;
  /** Refuse ports that are unusual for web servers. */
  readonly usualPortsOnly?: boolean;
  /** Ports that count as usual for the called service, in addition to those of web servers. */
  readonly furtherPorts?: readonly number[];
  /** Refuse ports other than 80 and 443. */
  readonly defaultPortsOnly?: boolean;
}

export interface OutboundRequest extends OutboundRules {
  readonly url: string;
  /** Default `GET`. */
  readonly method?: OutboundMethod;
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers that, like `Authorization` and `Cookie`, must not follow a redirect to another origin. */
  readonly secretHeaders?: readonly string[];
  /** A stream is given as a function, since a redirect may need it again. */
  readonly body?: string | Uint8Array | (() => AsyncIterable<Uint8Array>);
  readonly signal?: AbortSignal;
  /** For the whole request: name resolution, connection, redirects, headers, body. Default 30 s. */
  readonly timeoutMs?: number;
  /** Default 5. With 0, a redirect is returned as the response. */
  readonly maxRedirects?: number;
  /** Counted after decompression. Default 10 MiB. */
  readonly maxResponseBytes?: number;
  /** False accepts any certificate, such as a self-signed one. Only users choose this, for their own servers. Default true. */
  readonly verifyTls?: boolean;
  /** Request a compressed response and decompress it. Default: the body is returned unchanged. */
  readonly decompress?: boolean;
}

export type OutboundMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

export interface ResponseHead {
  readonly status: number;
  /** Names in lower case; repeated headers joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The URL of the response after redirects. */
  readonly url: string;
}

export interface OutboundResponse extends ResponseHead {
  /** Can be read once. Throws `OutboundError` if a limit is exceeded. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Closes the connection without reading the body. */
  discard(): void;
}

export interface BufferedResponse extends ResponseHead {
  readonly body: Buffer;
}
