import type { BlockRef, ChainHeads } from './chain-heads.ts';

/** Enough for reorganisations, which are a few blocks deep. */
const KEPT_BLOCKS = 128;

type Listener = Parameters<ChainHeads['subscribe']>[0];

/** The newest blocks of a network, each linked to its parent. */
export class HeadChain implements ChainHeads {
  readonly #blocks = new Map<number, BlockRef>();
  readonly #listeners = new Set<Listener>();
  latest: BlockRef | undefined;
  safe: number | undefined;
  finalized: number | undefined;

  get oldest(): number | undefined {
    return this.latest && this.latest.number - this.#blocks.size + 1;
  }

  at(number: number): BlockRef | undefined {
    return this.#blocks.get(number);
  }

  numberOf(hash: string): number | undefined {
    for (const block of this.#blocks.values()) if (block.hash === hash) return block.number;
    return undefined;
  }

  contains({ number, hash }: Pick<BlockRef, 'number' | 'hash'>): boolean {
    return this.#blocks.get(number)?.hash === hash;
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Makes the last block of the path the head. Each block of the path is the parent of the next; the first one extends a known block or
   * begins a new chain. Blocks that the path replaces are dropped.
   */
  follow(path: readonly BlockRef[]): void {
    const [first] = path;
    if (!first) return;
    const dropped: BlockRef[] = [];
    for (let number = this.latest?.number ?? -1; number >= first.number; number--) {
      const block = this.#blocks.get(number);
      if (block) dropped.push(block);
      this.#blocks.delete(number);
    }
    const isLinked = this.#blocks.get(first.number - 1)?.hash === first.parentHash;
    // A path that begins a new chain has no known link to the older blocks.
    if (!isLinked) this.#blocks.clear();
    if (dropped.length > 0 && (!isLinked || first.number <= (this.finalized ?? -1))) {
      // The path may belong to another chain, such as that of a restarted development node. The old heights do not apply to it.
      this.safe = undefined;
      this.finalized = undefined;
    }
    for (const block of path) {
      this.#blocks.set(block.number, block);
      this.#blocks.delete(block.number - KEPT_BLOCKS);
      this.latest = block;
      const gone = dropped.splice(0);
      for (const listener of this.#listeners) listener(block, gone);
    }
  }

  /** Raises the safe and finalized heights; they never decrease here. */
  settle(heights: { readonly safe: number | undefined; readonly finalized: number | undefined }) {
    this.safe = highest(this.safe, heights.safe);
    this.finalized = highest(this.finalized, heights.finalized);
  }
}

function highest(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.max(a, b);
}
