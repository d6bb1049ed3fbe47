/** Messages between the primary and the gateway process of a node. */
export interface GatewayChannel {
  readonly start: {
    readonly config: GatewayConfig;
    /** Descriptors of listening sockets. */
    readonly sockets: readonly number[];
  };
  readonly update: never;
  readonly report: never;
}

/** What the gateway process is told when it starts. It has neither the database nor the settings. */
export interface GatewayConfig {
  readonly networks: readonly GatewayNetwork[];
  readonly limits: GatewayLimits;
  readonly drainSeconds: number;
  /** Callers of the gateway's own port must show one of these keys, hashed with SHA-256 (hex). Empty: everybody may call. */
  readonly accessKeyHashes: readonly string[];
  /** Shows that a call comes from an edge of the installation, which may name the client; see `edge-caller.ts`. */
  readonly edgeSecret: string;
}

export interface GatewayNetwork {
  /** Its name in the catalog of networks. */
  readonly name: string;
  readonly upstreams: readonly GatewayUpstream[];
  readonly quorums: readonly GatewayQuorum[];
}

/** Of `ask` upstreams that are asked, `agree` must give the same result. */
export interface GatewayQuorum {
  readonly method: string;
  readonly ask: number;
  readonly agree: number;
}

export interface GatewayUpstream {
  readonly url: string;
  /** Calls per second; undefined: no limit. */
  readonly rateLimit: number | undefined;
  /** The most blocks of one `eth_getLogs`. */
  readonly logBlocks: number | undefined;
}

export interface GatewayLimits {
  readonly bodyBytes: number;
  /** For the whole body, however steadily it comes. */
  readonly bodyMs: number;
  readonly batchItems: number;
  /** Of a response of an upstream. */
  readonly responseBytes: number;
  /** Of what is put together from several of them: a batch, or logs in parts. */
  readonly combinedBytes: number;
  /** Of all responses together that callers have not read yet. */
  readonly waitingBytes: number;
  readonly timeoutMs: number;
  /** Calls per second and client, and how many at once after a pause. */
  readonly clientRate: number;
  readonly clientBurst: number;
  readonly connections: number;
  readonly cacheBytes: number;
}
