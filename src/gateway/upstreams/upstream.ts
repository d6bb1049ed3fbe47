import type { RpcCall, RpcOutcome } from '../rpc/rpc-call.ts';

/** A node that the gateway asks. */
export interface Upstream {
  /** Its place in the settings, such as `sepolia-1`. Its address may contain a key and is never shown. */
  readonly name: string;
  readonly health: UpstreamHealth;
  /**
   * Asks the node. Throws an `UpstreamFault` if it did not answer as a node does; an answer that is an error of JSON-RPC is an
   * outcome.
   */
  send(call: RpcCall, signal: AbortSignal): Promise<RpcOutcome>;
  /** The node gave an answer that cannot be true. It is left out for a while. */
  distrust(reason: string): void;
}

export interface UpstreamHealth {
  /** Whether calls may be sent to it at all now: chain id right, circuit closed, limit not reached. */
  readonly isUsable: boolean;
  readonly headNumber: number | undefined;
  /** Share of failed calls in the last minute. */
  readonly errorRate: number;
  /** Milliseconds below which 95 of 100 answers came. */
  readonly p95Ms: number;
  /** Why it is not usable, for people. */
  readonly problem: string | undefined;
}

export type UpstreamFaultKind =
  | 'unreachable'
  | 'timeout'
  | 'status'
  | 'garbage'
  | 'rate_limited'
  | 'too_large'
  | 'wrong_chain'
  | 'untrue';

export class UpstreamFault extends Error {
  readonly kind: UpstreamFaultKind;

  constructor(kind: UpstreamFaultKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
