import type { BlockRef, ChainHeads, HeadChange, HeadListener } from './chain-heads.ts';

/** Enough for reorganisations, which are a few blocks deep. */
const KEPT_BLOCKS = 128;

/** The newest blocks of a network, each linked to its parent. */
export class HeadChain implements ChainHeads {
  readonly #blocks = new Map<number, BlockRef>();
  readonly #numbers = new Map<string, number>();
  readonly #listeners = new Set<HeadListener>();
  readonly verifiesHashes: boolean;
  latest: BlockRef | undefined;
  safe: number | undefined;
  finalized: number | undefined;

  constructor({ verifiesHashes = true } = {}) {
    this.verifiesHashes = verifiesHashes;
  }

  get oldest(): number | undefined {
    return this.latest && this.latest.number - this.#blocks.size + 1;
  }

  at(number: number): BlockRef | undefined {
    return this.#blocks.get(number);
  }

  numberOf(hash: string): number | undefined {
    return this.#numbers.get(hash);
  }

  contains({ hash }: Pick<BlockRef, 'hash'>): boolean {
    return this.#numbers.has(hash);
  }

  subscribe(listener: HeadListener): () => void {
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
    const dropped = this.#dropFrom(first.number);
    const isLinked = this.#blocks.get(first.number - 1)?.hash === first.parentHash;
    let isGap = !isLinked && this.latest !== undefined;
    if (!isLinked) {
      // A path that begins a new chain has no known link to the older blocks.
      this.#blocks.clear();
      this.#numbers.clear();
      // It may belong to another chain, such as that of a restarted development node. The old heights do not apply to it.
      this.#forgetHeights();
    }
    for (const block of path) {
      this.#set(block);
      this.#announce({ head: block, dropped: dropped.splice(0), isKnown: false, isGap });
      isGap = false;
    }
  }

  /** Makes an older block the head again. */
  returnTo(number: number): void {
    const block = this.#blocks.get(number);
    if (!block) return;
    const dropped = this.#dropFrom(number + 1);
    this.latest = block;
    if (dropped.length === 0) return;
    this.#announce({ head: block, dropped, isKnown: true, isGap: false });
  }

  /** Raises the safe and finalized heights; they never decrease here. */
  settle(heights: { readonly safe: number | undefined; readonly finalized: number | undefined }) {
    this.safe = highest(this.safe, heights.safe);
    this.finalized = highest(this.finalized, heights.finalized);
  }

  #set(block: BlockRef): void {
    this.#blocks.set(block.number, block);
    this.#numbers.set(block.hash, block.number);
    const expired = this.#blocks.get(block.number - KEPT_BLOCKS);
    if (expired) this.#delete(expired);
    this.latest = block;
  }

  #delete({ number, hash }: BlockRef): void {
    this.#blocks.delete(number);
    this.#numbers.delete(hash);
  }

  /** Newest first. */
  #dropFrom(lowest: number): BlockRef[] {
    const dropped: BlockRef[] = [];
    for (let number = this.latest?.number ?? -1; number >= lowest; number--) {
      const block = this.#blocks.get(number);
      if (!block) continue;
      dropped.push(block);
      this.#delete(block);
    }
    if (dropped.length > 0 && lowest <= (this.finalized ?? -1)) this.#forgetHeights();
    return dropped;
  }

  #forgetHeights(): void {
    this.safe = undefined;
    this.finalized = undefined;
  }

  #announce(change: HeadChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}

function highest(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.max(a, b);
}
