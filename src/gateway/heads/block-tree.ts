import { BoundedMap } from '../../kernel/bounded-map.ts';
import type { BlockRef } from './chain-heads.ts';
import type { HeadChain } from './head-chain.ts';

/** If an upstream invents blocks, it can only evict others, which are fetched again when they are needed. */
const MAX_SIDE_BLOCKS = 8_192;

interface SideBlock {
  readonly block: BlockRef;
  /** When it was first seen, in ticks. */
  readonly seenAt: number;
}

/** The path from the chain to the head of an upstream. */
export interface Branch {
  /** The newest block that the branch shares with the chain; undefined: the blocks are not linked to the chain. */
  readonly fork: number | undefined;
  /** The known blocks above the fork, oldest first. Empty if the head is in the chain. */
  readonly blocks: readonly BlockRef[];
}

/** The chain of a network, and recent blocks beside it: ahead of its head, on other branches, or not linked to it. */
export class BlockTree {
  readonly #chain: HeadChain;
  readonly #side = new BoundedMap<string, SideBlock>(MAX_SIDE_BLOCKS);

  constructor(chain: HeadChain) {
    this.#chain = chain;
  }

  add(block: BlockRef, now: number): void {
    if (this.#chain.contains(block) || this.#side.get(block.hash)) return;
    this.#side.set(block.hash, { block, seenAt: now });
  }

  /** When a block beside the chain was first seen. */
  seenAt({ hash }: BlockRef): number | undefined {
    return this.#side.get(hash)?.seenAt;
  }

  branchTo(head: BlockRef): Branch {
    const blocks: BlockRef[] = [];
    let at: BlockRef | undefined = head;
    while (at && !this.#chain.contains(at)) {
      blocks.push(at);
      at = this.#parentOf(at);
    }
    return { fork: at?.number, blocks: blocks.reverse() };
  }

  #parentOf({ number, parentHash }: BlockRef): BlockRef | undefined {
    const inChain = this.#chain.at(number - 1);
    const parent = inChain?.hash === parentHash ? inChain : this.#side.get(parentHash)?.block;
    return parent?.number === number - 1 ? parent : undefined;
  }
}
