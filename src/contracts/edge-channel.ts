import type { SnapshotUpdate } from './snapshot/snapshot-update.ts';

/** What an edge process needs to know once, when it starts. */
export interface EdgeConfig {
  /** Which of the node's edge processes this is, from 1. A replacement takes the number of the one it replaces. */
  readonly slot: number;
  readonly host: string;
  readonly port: number;
  /** Where visitors are taken over TLS, if anywhere. */
  readonly tls: EdgeTlsConfig | undefined;
  /** The folder of the node's bus. */
  readonly busFolder: string;
  /** The folder of what is known from leaks. */
  readonly credentialsFolder: string;
  /** Signs what visitors carry for us: 64 hexadecimal characters. */
  readonly key: string;
  /** How long a solved challenge counts. */
  readonly clearanceSeconds: number;
  /** The part of all requests that is traced: 0 to 1. */
  readonly traceSampleRate: number;
  /** What becomes of a request when a rule about it fails. */
  readonly failingRules: 'skip' | 'block';
  readonly pages: PagesConfig;
  readonly limits: EdgeLimitsConfig;
  readonly origins: OriginConfig;
  /** CIDR ranges of proxies whose word on the visitor's address counts, and the header that has it. */
  readonly trustedProxies: readonly string[];
  readonly clientAddressHeader: string;
  readonly drainSeconds: number;
  /** How long a draining process still accepts connections, so that clients can move on. */
  readonly lameDuckMs: number;
}

export interface EdgeTlsConfig {
  readonly host: string;
  readonly port: number;
  /** Holds a certificate and a key for each name. */
  readonly folder: string;
}

/** How the pages of zones are watched. */
export interface PagesConfig {
  /** The part of all pages that browsers are asked to report on: 0 to 1. */
  readonly sampleRate: number;
  /** Takes reports of all zones: a host, with its port when it is not the usual one. */
  readonly reportingHost: string | undefined;
}

/** What one visitor may ask of an edge process. */
export interface EdgeLimitsConfig {
  readonly connections: number;
  readonly headerBytes: number;
  readonly headerCount: number;
  readonly urlBytes: number;
  readonly headerSeconds: number;
  readonly keepAliveSeconds: number;
  readonly bodyBytesPerSecond: number;
  /** How much of a body rules may look at, and how long it may take to arrive. */
  readonly inspectedBytes: number;
  readonly inspectedSeconds: number;
}

/** How an edge process deals with origins. */
export interface OriginConfig {
  readonly connectSeconds: number;
  readonly responseSeconds: number;
  readonly idleSeconds: number;
  readonly connections: number;
  readonly verifyTls: boolean;
}

/** A zone or pool whose last configuration an edge process could not use. */
export interface ConfigurationProblem {
  readonly kind: 'zone' | 'pool';
  readonly id: string;
  readonly problem: string;
}

/**
 * What edge processes of a node send each other through the primary, which does not look into it: counts of rate
 * limits and used challenges, of a bounded size. See edge/peer-exchange.ts.
 */
export type PeerUpdates = Uint8Array;

/** What the primary and an edge process send each other. */
export interface EdgeChannel {
  readonly start: { readonly config: EdgeConfig; readonly snapshot: SnapshotUpdate };
  readonly update:
    | { readonly type: 'snapshot'; readonly update: SnapshotUpdate }
    /** From another edge process. */
    | { readonly type: 'peers'; readonly updates: PeerUpdates };
  /** Peer updates go to the other edge processes. */
  readonly report:
    | { readonly type: 'peers'; readonly updates: PeerUpdates }
    | {
        readonly type: 'applied';
        readonly revision: number;
        readonly problems: readonly ConfigurationProblem[];
      };
}
