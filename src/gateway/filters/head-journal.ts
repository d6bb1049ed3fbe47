import type { ChainHeads, HeadChange } from '../heads/chain-heads.ts';

/** More than a filter can miss in its lifetime, but on networks with very fast blocks. */
const MAX_CHANGES = 2_048;

/** The latest changes of the chain, for readers that come back after a while. */
export class HeadJournal {
  readonly #changes: HeadChange[] = [];
  /** The position of the first stored change. */
  #first = 0;

  constructor(heads: ChainHeads) {
    heads.subscribe((change) => {
      this.#changes.push(change);
      if (this.#changes.length <= MAX_CHANGES) return;
      this.#changes.shift();
      this.#first += 1;
    });
  }

  /** The position after the latest change. */
  get end(): number {
    return this.#first + this.#changes.length;
  }

  /** The changes from a position on; undefined if some of them are no longer stored. */
  since(position: number): readonly HeadChange[] | undefined {
    return position < this.#first ? undefined : this.#changes.slice(position - this.#first);
  }
}
