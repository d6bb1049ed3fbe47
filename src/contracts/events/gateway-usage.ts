/** The topic on which edge processes publish the number of requests to gateway hosts. */
export const GATEWAY_USAGE_TOPIC = 'gateway-usage';

/** The maximum number of counts in one message. */
export const MAX_COUNTS = 500;

/** Counts of an edge process over a few seconds. */
export interface GatewayUsage {
  /** When the counts were published, in milliseconds since the epoch. */
  readonly at: number;
  readonly counts: readonly GatewayCount[];
}

/** Requests to a hostname by response status. A tuple, because there may be many. */
export type GatewayCount = readonly [hostnameId: string, status: number, requests: number];
