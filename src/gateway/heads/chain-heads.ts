/** The part of a block header that the gateway uses. */
export interface BlockRef {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  /** Milliseconds. */
  readonly timestamp: number;
  /** Its hash cannot be verified, because it has members of a fork that the gateway does not support yet. */
  readonly isOfUnknownFork?: boolean;
}

/** The newest blocks of a network. */
export interface ChainHeads {
  /** False if the hashes of the network are not computed as in Ethereum. */
  readonly verifiesHashes: boolean;
  /** Undefined until an upstream has reported a head. */
  readonly latest: BlockRef | undefined;
  readonly safe: number | undefined;
  readonly finalized: number | undefined;
  /** The lowest number for which `at` returns a block. */
  readonly oldest: number | undefined;
  /** The verified block with this number, if it is among the newest ones. */
  at(number: number): BlockRef | undefined;
  /** The number of the block with this hash, if it is among the newest ones. */
  numberOf(hash: string): number | undefined;
  /** Calls back for every new head, in order. */
  subscribe(listener: HeadListener): () => void;
}

export type HeadListener = (change: HeadChange) => void;

export interface HeadChange {
  readonly head: BlockRef;
  /** The blocks that a reorganisation removed, newest first. */
  readonly dropped: readonly BlockRef[];
  /** The chain went back to this block, which was in it already. */
  readonly isKnown: boolean;
  /** Blocks between the last head and this one are unknown. */
  readonly isGap: boolean;
}
