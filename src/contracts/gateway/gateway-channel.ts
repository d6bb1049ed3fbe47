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

/** The configuration that the gateway process gets when it starts. The process has access to neither the database nor the settings. */
export interface GatewayConfig {
  readonly networks: readonly GatewayNetwork[];
  readonly limits: GatewayLimits;
  readonly drainSeconds: number;
  /** Access keys for the gateway's own port, hashed with SHA-256 (hex). Empty: no key is required. */
  readonly accessKeyHashes: readonly string[];
  /** Proves that a call comes from an edge of the installation, which may name the client; see `edge-caller.ts`. */
  readonly edgeSecret: string;
}

export interface GatewayNetwork {
  /** Its name in the path: `/v1/sepolia`. */
  readonly name: string;
  readonly chainId: number;
  /** The average block time. */
  readonly blockMs: number;
  /** Whether it is a public network of the catalog. */
  readonly isPublic: boolean;
  /** Blocks this far below the head are final; undefined: the upstreams report the final block. */
  readonly finalityBlocks: number | undefined;
  /** Whether the hash of a block is the hash of its header, as in Ethereum. If not, it is not verified. */
  readonly verifiesHashes: boolean;
  readonly methods: GatewayMethods;
  /** The largest range of one `eth_getLogs`; undefined: that of the catalog. */
  readonly maxLogBlocks: number | undefined;
  /** Undefined: that of the limits. */
  readonly timeoutMs: number | undefined;
  /** After this time without a response, a second upstream is called; `auto`: after the usual time of the first one. */
  readonly hedgeMs: number | 'auto' | 'off';
  readonly upstreams: readonly GatewayUpstream[];
  readonly quorums: readonly GatewayQuorum[];
}

/** Names of methods, or prefixes such as `debug_*`. A denied method is refused even if it is allowed as well. */
export interface GatewayMethods {
  /** Methods to serve beyond those of the catalog. */
  readonly allow: readonly string[];
  readonly deny: readonly string[];
}

/** A call is sent to `ask` upstreams, of which `agree` must return the same result. */
export interface GatewayQuorum {
  readonly method: string;
  readonly ask: number;
  readonly agree: number;
}

export interface GatewayUpstream {
  readonly url: string;
  /** Calls per second; undefined for no limit. */
  readonly rateLimit: number | undefined;
  /** The maximum number of blocks of one `eth_getLogs`. */
  readonly logBlocks: number | undefined;
}

export interface GatewayLimits {
  readonly bodyBytes: number;
  /** Timeout for the whole body. */
  readonly bodyMs: number;
  readonly batchItems: number;
  /** Maximum length of a response of an upstream. */
  readonly responseBytes: number;
  /** Maximum length of a response that is combined from several: a batch, or `eth_getLogs` in several block ranges. */
  readonly combinedBytes: number;
  /** Maximum total length of responses that callers have not read yet. */
  readonly waitingBytes: number;
  readonly timeoutMs: number;
  /** Token bucket per client: calls per second, and the burst size. */
  readonly clientRate: number;
  readonly clientBurst: number;
  readonly connections: number;
  readonly cacheBytes: number;
}
