import type { RpcMethod } from '../../catalogs/rpc-methods/rpc-method.ts';
import type { RpcCall, RpcOutcome } from '../rpc/rpc-call.ts';

/** What is known about a call besides its text. */
export interface CallContext {
  readonly method: RpcMethod;
  /** Results must not be older than what this client has seen. */
  readonly client: ClientView;
  /** Aborts when the caller is gone or the time is up. May be created only when it is read, so a context is not copied by `...`. */
  readonly signal: AbortSignal;
}

/** What one client has seen of a network. */
export interface ClientView {
  /** The highest block number that a response to this client was based on. */
  seenBlock: number;
}

/**
 * One step that a call goes through: it answers by itself, or asks the next step. What is known is answered at once, without a promise. The steps of a network, in this order: checks of
 * parameters, own answers, block tags, cache, splitting of ranges, verification, upstreams.
 */
export type CallHandler = (call: RpcCall, context: CallContext) => RpcOutcome | Promise<RpcOutcome>;
