/** The part of a block header that the gateway goes by. */
export interface BlockRef {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  /** Milliseconds. */
  readonly timestamp: number;
  /** Its hash could not be computed, because it has members that a later fork has added. */
  readonly isOfLaterFork?: boolean;
}

/** What the gateway knows of the newest blocks of a network. */
export interface ChainHeads {
  /** Undefined until an upstream has said it. */
  readonly latest: BlockRef | undefined;
  readonly safe: number | undefined;
  readonly finalized: number | undefined;
  /** The number of the first block that `at` knows. */
  readonly oldest: number | undefined;
  /** The verified block with this number, if it is among the newest ones. */
  at(number: number): BlockRef | undefined;
  /** The number of the block with this hash, if it is among the newest ones. */
  numberOf(hash: string): number | undefined;
  /** Calls back for every new head, in order; `dropped` are the blocks that a reorganisation removed, newest first. */
  subscribe(listener: (head: BlockRef, dropped: readonly BlockRef[]) => void): () => void;
}
