import type { HeadChange } from '../heads/chain-heads.ts';
import type { JsonText, RpcCall, RpcOutcome } from '../rpc/rpc-call.ts';

/** Produces the notifications of a subscription, or the changes of a filter, from changes of the chain. */
export interface SubscriptionSource {
  /** Results in order; undefined if they cannot be fetched. `call`: makes the calls that are needed. */
  next(changes: readonly HeadChange[], call: MakeCall): Promise<readonly JsonText[] | undefined>;
  /** Releases the kept logs when the subscription ends. */
  close?(): void;
}

/** Memory for kept logs that all subscribers of a gateway share. */
export interface SharedMemory {
  readonly maxBytes: number;
  bytes: number;
}

/** Makes a call on behalf of a subscriber. */
export type MakeCall = (call: RpcCall) => Promise<RpcOutcome>;
