import type { BlockRef } from '../heads/chain-heads.ts';
import type { JsonText, RpcCall, RpcOutcome } from '../rpc/rpc-call.ts';

/** What a subscriber gets for each new head. */
export interface SubscriptionSource {
  /**
   * Results, in order; undefined if they cannot be had. `dropped` are the blocks that a reorganisation removed, newest first.
   */
  next(head: BlockRef, dropped: readonly BlockRef[]): Promise<readonly JsonText[] | undefined>;
  /** Nobody subscribes any more. */
  close?(): void;
}

/** What all subscribers of a gateway remember together. */
export interface SharedMemory {
  readonly maxBytes: number;
  bytes: number;
}

/** Makes a call on behalf of a subscriber. */
export type MakeCall = (call: RpcCall) => Promise<RpcOutcome>;
