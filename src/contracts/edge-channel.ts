import type { RateAnswers, RateQuestion } from './rate-questions.ts';
import type { SiteRequest, SiteResult } from './site-request.ts';
import type { SnapshotKind } from './snapshot/snapshot-kinds.ts';
import type { SnapshotMessage } from './snapshot/snapshot-message.ts';
import type { SpoolSettings } from './spool-settings.ts';

/** An address on which an edge process accepts visitors. */
export interface EdgeAddress {
  readonly host: string;
  readonly port: number;
  /** Descriptors of the listening sockets, which the process inherits from the primary. */
  readonly sockets?: readonly number[];
}

/** The configuration of an edge process, sent once, when it starts. */
export interface EdgeConfig extends EdgeAddress {
  /** The number of the edge process, from 1. A replacement gets the number of the process that it replaces. */
  readonly slot: number;
  /** The listener for TLS, if there is one. */
  readonly tls: EdgeTlsConfig | undefined;
  /** The folder of the node's bus. */
  readonly busFolder: string;
  /** Retention of the logs in that folder. */
  readonly spool: SpoolSettings;
  /** The folder of leaked credentials. */
  readonly credentialsFolder: string;
  /** MMDB files with the geolocation of addresses. */
  readonly geoipFiles: readonly string[];
  /** Signs tokens and cookies that visitors keep: 64 hexadecimal characters. */
  readonly key: string;
  /** Lifetime of a clearance after a solved challenge. */
  readonly clearanceSeconds: number;
  /** The fraction of all requests that is traced even if no rule flagged them: 0 to 1. */
  readonly traceSampleRate: number;
  /** What happens to a request if a rule fails. */
  readonly failingRules: 'skip' | 'block';
  /** Whether the logs of requests and page violations hide parts of URLs and headers that look like secrets. */
  readonly hidesSecretsInLog: boolean;
  /** Whether requests that no zone serves, and connections without a valid request, are logged as well. */
  readonly logsUnserved: boolean;
  readonly pages: PagesConfig;
  readonly limits: EdgeLimitsConfig;
  readonly origins: OriginConfig;
  /** The gateway of the node; undefined if it runs none. */
  readonly gateway: EdgeGatewayConfig | undefined;
  /** CIDR ranges of trusted proxies, and the header in which they send the visitor's address. */
  readonly trustedProxies: readonly string[];
  readonly clientAddressHeader: string;
  /** CIDR ranges of load balancers that send a PROXY protocol header at the start of every connection. */
  readonly proxyProtocol: readonly string[];
  readonly drainSeconds: number;
  /** How long a draining process still accepts connections, so that clients can switch to another one. */
  readonly lameDuckMs: number;
}

export interface EdgeTlsConfig extends EdgeAddress {
  /** Contains a certificate and a key for each name. */
  readonly folder: string;
}

/** How the pages of zones are monitored. */
export interface PagesConfig {
  /** Sampling rate of page views whose browser sends reports, 0 to 1; `auto` lets the edge decide. */
  readonly sampleRate: number | 'auto';
  /** The host that accepts reports for all zones, with its port unless that is the default. */
  readonly reportingHost: string | undefined;
}

/** Limits of connections and requests. */
export interface EdgeLimitsConfig {
  readonly connections: number;
  readonly headerBytes: number;
  readonly headerCount: number;
  readonly urlBytes: number;
  readonly headerSeconds: number;
  readonly keepAliveSeconds: number;
  readonly bodyBytesPerSecond: number;
  /** The maximum length of the prefix of a body that rules inspect, and the timeout for its arrival. */
  readonly inspectedBytes: number;
  readonly inspectedSeconds: number;
}

/** Time-outs and limits of connections to origins. */
export interface OriginConfig {
  readonly connectSeconds: number;
  readonly responseSeconds: number;
  readonly idleSeconds: number;
  readonly connections: number;
  /** Limits of response heads. */
  readonly headerBytes: number;
  readonly headerCount: number;
  readonly verifyTls: boolean;
}

/** The address of the gateway, and the secret that proves to it that a call comes from the edge. */
export interface EdgeGatewayConfig {
  readonly host: string;
  readonly port: number;
  readonly secret: string;
}

/** An item whose latest configuration an edge process could not use. */
export interface ConfigurationProblem {
  readonly kind: SnapshotKind;
  readonly id: string;
  readonly problem: string;
}

/**
 * Updates that edge processes of a node send each other through the primary, which does not decode them: counts of rate
 * limits and used challenges, of a bounded size. See edge/peer-exchange.ts.
 */
export type PeerUpdates = Uint8Array;

/** The messages between the primary and an edge process. */
export interface EdgeChannel {
  /** A complete snapshot follows as updates; the process accepts connections once it has applied it. */
  readonly start: { readonly config: EdgeConfig };
  readonly update:
    | { readonly type: 'snapshot'; readonly part: SnapshotMessage }
    /** Reloads the certificates. */
    | { readonly type: 'reload' }
    /** From another edge process. */
    | { readonly type: 'peers'; readonly updates: PeerUpdates }
    | { readonly type: 'rates'; readonly id: number; readonly answers: RateAnswers }
    | { readonly type: 'fetch'; readonly id: number; readonly request: SiteRequest };
  /** The primary forwards peer updates to the other edge processes. */
  readonly report:
    | { readonly type: 'peers'; readonly updates: PeerUpdates }
    | { readonly type: 'rates'; readonly id: number; readonly questions: readonly RateQuestion[] }
    | { readonly type: 'fetched'; readonly id: number; readonly result: SiteResult }
    | {
        readonly type: 'applied';
        readonly revision: number;
        readonly problems: readonly ConfigurationProblem[];
      };
}
