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
  /** Share of calls in the last minute that failed, had too large an answer, or got none within more than the usual time. */
  readonly missedRate: number;
  /** Milliseconds below which 95 of 100 answers came; 0 if nothing is known. */
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
  /** Its answer is longer than the gateway takes, which is up to what the caller asks for. */
  | 'too_large'
  /** The gateway has so many calls for it under way that this one found no connection. */
  | 'busy'
  | 'wrong_chain'
  /** Its answer cannot be true. */
  | 'untrue'
  /** Other upstreams contradict its answer, and nobody knows who is right. */
  | 'disputed';

/** A call to an upstream that has come to its end. */
export interface UpstreamCall {
  readonly method: string;
  /** `error`: an error of JSON-RPC. `abandoned`: nobody waited for it any more. */
  readonly result: 'ok' | 'error' | 'abandoned' | UpstreamFaultKind;
  readonly ms: number;
}

/** Why an upstream is left out: too many faults, another chain, or an answer that cannot be true. */
export type LeftOutCause = 'faults' | 'wrong_chain' | 'untrue';

export type UpstreamEvent =
  | {
      readonly type: 'left out';
      readonly upstream: string;
      readonly cause: LeftOutCause;
      readonly reason: string;
    }
  | { readonly type: 'back'; readonly upstream: string };

export class UpstreamFault extends Error {
  readonly kind: UpstreamFaultKind;

  constructor(kind: UpstreamFaultKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
