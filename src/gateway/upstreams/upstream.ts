import type { RpcCall, RpcOutcome } from '../rpc/rpc-call.ts';

/** A node that the gateway forwards calls to. */
export interface Upstream {
  /** Network and index in the settings, such as `sepolia-1`. The URL may contain a key and is never shown. */
  readonly name: string;
  readonly health: UpstreamHealth;
  /** Calls the node. A JSON-RPC error is an outcome. Throws an `UpstreamFault` for every other failure. */
  send(call: RpcCall, signal: AbortSignal): Promise<RpcOutcome>;
  /** To be called when the node returned a false result. It is left out for a while. */
  distrust(reason: string): void;
}

export interface UpstreamHealth {
  /** Whether calls may be sent to it now: its chain id is right, its circuit closed, its rate limit not reached. */
  readonly isUsable: boolean;
  readonly headNumber: number | undefined;
  /** Share of calls in the last minute that failed, had too large a response, or were abandoned after more than the usual time. */
  readonly missedRate: number;
  /** 95th percentile of the latency; 0 if it is unknown. */
  readonly p95Ms: number;
  /** Why it is not usable, in words. */
  readonly problem: string | undefined;
}

export type UpstreamFaultKind =
  | 'unreachable'
  | 'timeout'
  | 'status'
  | 'garbage'
  | 'rate_limited'
  /** The response exceeds the size limit of the gateway. The call determines the size. */
  | 'too_large'
  /** No connection became free, because the gateway has too many calls to this upstream in flight. */
  | 'busy'
  | 'wrong_chain'
  /** The result contradicts the chain, and the upstream's own chain. */
  | 'untrue'
  /** The result belongs to a block that the gateway does not follow: the upstream is ahead, or on another branch. */
  | 'other_branch'
  /** Other upstreams contradict the result, without a majority. */
  | 'disputed'
  /** The call has used up its upstream calls. */
  | 'budget';

/** A completed call to an upstream. */
export interface UpstreamCall {
  readonly method: string;
  /** `error`: a JSON-RPC error. `abandoned`: no caller waits for the result. */
  readonly result: 'ok' | 'error' | 'abandoned' | UpstreamFaultKind;
  readonly ms: number;
}

/** Why an upstream is left out: too many faults, another chain, or a result that contradicts the chain. */
export type LeftOutCause = 'faults' | 'wrong_chain' | 'untrue';

export type UpstreamEvent =
  | {
      readonly type: 'left out';
      readonly upstream: string;
      readonly cause: LeftOutCause;
      readonly reason: string;
    }
  | { readonly type: 'head refused'; readonly upstream: string; readonly reason: string }
  | { readonly type: 'back'; readonly upstream: string };

export class UpstreamFault extends Error {
  readonly kind: UpstreamFaultKind;

  constructor(kind: UpstreamFaultKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

export function budgetSpent(): UpstreamFault {
  return new UpstreamFault('budget', 'the call needs too many calls to upstreams');
}
