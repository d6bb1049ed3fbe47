import type { RpcMethod } from '../../catalogs/rpc-methods/rpc-method.ts';
import type { RpcCall, RpcOutcome } from '../rpc/rpc-call.ts';
import type { CallBudget } from './call-budget.ts';

export interface CallContext {
  readonly method: RpcMethod;
  /** Results must not be older than the newest block that this client has seen. */
  readonly client: ClientView;
  /**
   * Aborts when the client disconnects or the time limit expires. The signal is created on first access, by a getter, so a context must not
   * be copied with `...`.
   */
  readonly signal: AbortSignal;
  /** Limits the upstream calls that this call may cause; undefined: no limit but the number of upstreams. */
  readonly budget?: CallBudget | undefined;
  /** Takes further calls from the rate limit of the client, because the call causes more than one upstream call. */
  charge(calls: number): void;
}

/** The state of one client in a network. */
export interface ClientView {
  /** The highest block number that a response to this client was based on. */
  seenBlock: number;
}

/**
 * One step of the handling of a call: it returns the outcome itself, or calls the next step. Local and cached results are returned
 * synchronously, without a promise. The steps of a network are listed in `open-network.ts`.
 */
export type CallHandler = (call: RpcCall, context: CallContext) => RpcOutcome | Promise<RpcOutcome>;
