/** The topic on which edge processes publish how many requests the hosts of the gateway had. */
export const GATEWAY_USAGE_TOPIC = 'gateway-usage';

/** Counts in one message. */
export const MAX_COUNTS = 500;

/** What an edge process has counted within a few seconds. */
export interface GatewayUsage {
  /** When, in milliseconds since the epoch. */
  readonly at: number;
  readonly counts: readonly GatewayCount[];
}

/** A tuple, since there may be many: requests to a hostname that got a response with this status. */
export type GatewayCount = readonly [hostnameId: string, status: number, requests: number];
