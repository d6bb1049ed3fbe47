import { BoundedMap } from '../../kernel/bounded-map.ts';
import type { BlockRef } from './chain-heads.ts';
import type { HeadChain } from './head-chain.ts';

/** If an upstream invents blocks, it can only evict others, which are fetched again when they are needed. */
const MAX_SIDE_BLOCKS = 1_024;

interface SideBlock {
  readonly block: BlockRef;
  /** When it was first seen, in ticks. */
  readonly seenAt: number;
}

/** The path from the chain to the head of an upstream. */
export interface Branch {
  /** The newest block that the branch shares with the chain; undefined if there is none, or if it is unknown. */
  readonly fork: number | undefined;
  /** The blocks above the fork, oldest first. Empty if the head is in the chain. */
  readonly blocks: readonly BlockRef[];
}

/** The chain of a network, and recent blocks beside it: ahead of its head, or on other branches. */
export class BlockTree {
  readonly #chain: HeadChain;
  readonly #side = new BoundedMap<string, SideBlock>(MAX_SIDE_BLOCKS);

  constructor(chain: HeadChain) {
    this.#chain = chain;
  }

  has(hash: string): boolean {
    return this.#chain.numberOf(hash) !== undefined || this.#side.get(hash) !== undefined;
  }

  add(block: BlockRef, now: number): void {
    if (!this.has(block.hash)) this.#side.set(block.hash, { block, seenAt: now });
  }

  /** When a block beside the chain was first seen. */
  seenAt({ hash }: BlockRef): number | undefined {
    return this.#side.get(hash)?.seenAt;
  }

  branchTo(head: BlockRef): Branch {
    // An upstream that lags may be below the oldest tracked block. No hash can confirm that.
    if (head.number < (this.#chain.oldest ?? 0)) return { fork: head.number, blocks: [] };
    const blocks: BlockRef[] = [];
    let at: BlockRef | undefined = head;
    while (at && !this.#chain.contains(at)) {
      blocks.unshift(at);
      at = this.#parentOf(at);
    }
    return { fork: at?.number, blocks };
  }

  #parentOf({ number, parentHash }: BlockRef): BlockRef | undefined {
    const inChain = this.#chain.at(number - 1);
    const parent = inChain?.hash === parentHash ? inChain : this.#side.get(parentHash)?.block;
    return parent?.number === number - 1 ? parent : undefined;
  }
}
