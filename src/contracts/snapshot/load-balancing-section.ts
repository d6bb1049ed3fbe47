/** The enabled load balancers of a zone. Pools are referenced by id and sent separately. */
export interface LoadBalancingSection {
  readonly balancers: readonly BalancerSnapshot[];
}

export interface BalancerSnapshot extends SteeringSnapshot {
  readonly id: string;
  /** The host whose requests it handles, in lower case. */
  readonly name: string;
  /** In the order of evaluation, without disabled ones. */
  readonly rules: readonly BalancerRuleSnapshot[];
}

/** The steering configuration. Rules of the load balancer may override each member. */
export interface SteeringSnapshot {
  /** Ids of pools, best first. */
  readonly defaultPools: readonly string[];
  /** Used, whatever its health, if no other pool is available. */
  readonly fallbackPool: string;
  /** Ids of pools by region, country and data centre code; used if the location of the visitor is known. */
  readonly regionPools: Readonly<Record<string, readonly string[]>>;
  readonly countryPools: Readonly<Record<string, readonly string[]>>;
  readonly popPools: Readonly<Record<string, readonly string[]>>;
  readonly steering: SteeringPolicy;
  readonly poolWeights: {
    readonly standard: number;
    readonly byPool: Readonly<Record<string, number>>;
  };
  readonly affinity: AffinitySnapshot;
  /** Whether a retry may use another pool. */
  readonly failoverAcrossPools: boolean;
}

export type SteeringPolicy =
  | 'off'
  | 'geo'
  | 'random'
  | 'dynamic_latency'
  | 'proximity'
  | 'least_outstanding_requests'
  | 'least_connections';

export interface AffinitySnapshot {
  readonly kind: 'none' | 'cookie' | 'ip_cookie' | 'header';
  readonly ttlSeconds: number;
  /** For `header`: lower-case names, and whether all of them must be present. */
  readonly headers: readonly string[];
  readonly requireAllHeaders: boolean;
  readonly sameSite: 'Auto' | 'Lax' | 'None' | 'Strict';
  readonly secure: 'Auto' | 'Always' | 'Never';
  /** How long sessions keep an origin that was disabled. */
  readonly drainSeconds: number;
  readonly zeroDowntimeFailover: 'none' | 'temporary' | 'sticky';
}

export interface BalancerRuleSnapshot {
  readonly name: string;
  /** A condition in the context of `balancerExpressions`. */
  readonly expression: string;
  /** Whether evaluation ends after this rule matched. */
  readonly terminates: boolean;
  readonly overrides: SteeringOverrides;
  readonly fixedResponse?: FixedResponseSnapshot;
}

/** Load balancers choose an origin, so their rules may use the fields of origin rules. */
export const balancerExpressions = { phase: 'http_request_origin', side: 'request' } as const;

/** Members of `affinity` are overridden one by one; the others keep the values of earlier rules. */
export type SteeringOverrides = Partial<Omit<SteeringSnapshot, 'affinity'>> & {
  readonly affinity?: Partial<AffinitySnapshot>;
};

export interface FixedResponseSnapshot {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly location: string | undefined;
  readonly body: string;
}

/** A pool, shared by all load balancers that name it. */
export interface PoolSnapshot {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly enabled: boolean;
  /** With fewer healthy origins the pool counts as down. */
  readonly minimumOrigins: number;
  /** Without a monitor the health of origins is unknown and ignored. */
  readonly monitored: boolean;
  readonly originSteering: OriginSteeringPolicy;
  readonly loadShedding: {
    readonly defaultPercent: number;
    readonly defaultPolicy: 'random' | 'hash';
    readonly sessionPercent: number;
  };
  readonly coordinates: { readonly latitude: number; readonly longitude: number } | undefined;
  /** All origins in the configured order, including disabled ones, from which sessions may still drain. */
  readonly origins: readonly OriginSnapshot[];
}

export type OriginSteeringPolicy =
  | 'random'
  | 'hash'
  | 'least_outstanding_requests'
  | 'least_connections';

export interface OriginSnapshot {
  readonly name: string;
  /** Host name or IP address. */
  readonly address: string;
  readonly port: number;
  readonly scheme: 'http' | 'https';
  /** 0 to 1. */
  readonly weight: number;
  readonly enabled: boolean;
  /** Milliseconds since the epoch; only while disabled. */
  readonly disabledAt: number | undefined;
  /** The Host header for this origin, instead of the visitor's. */
  readonly hostHeader: string | undefined;
  /** Undefined without a monitor, and while a monitor has no result yet, which counts as down. */
  readonly healthy: boolean | undefined;
  /** Moving average of the round trips of health checks, in milliseconds. */
  readonly roundTripMs: number | undefined;
}
