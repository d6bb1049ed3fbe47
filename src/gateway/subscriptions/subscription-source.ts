import type { BlockRef } from '../heads/chain-heads.ts';
import type { JsonText, RpcCall, RpcOutcome } from '../rpc/rpc-call.ts';

/** Produces the notifications of a subscription for each new head. */
export interface SubscriptionSource {
  /** Results in order; undefined if they cannot be fetched. `dropped` are the blocks that a reorganisation removed, newest first. */
  next(head: BlockRef, dropped: readonly BlockRef[]): Promise<readonly JsonText[] | undefined>;
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
