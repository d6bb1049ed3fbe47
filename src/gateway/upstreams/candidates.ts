import type { AwaitedBlocks } from './awaited-blocks.ts';
import { rankUpstreams } from './rank-upstreams.ts';
import type { UpstreamNode } from './upstream-node.ts';

export interface CandidatesOptions {
  readonly upstreams: readonly UpstreamNode[];
  readonly awaited: AwaitedBlocks;
  /** Polls the head of an upstream. */
  poll(upstream: UpstreamNode): Promise<boolean>;
  /** How long a call waits until an upstream has the block that it needs. */
  readonly awaitMs: number;
}

/** The upstreams for one call, each used at most once. The result of an upstream without the needed block would be stale or empty. */
export class Candidates {
  readonly #options: CandidatesOptions;
  readonly #neededBlock: () => number;
  readonly #ready: UpstreamNode[];
  #others: readonly UpstreamNode[];

  /** `neededBlock` returns a lower number when the head of the chain has gone back. */
  constructor(options: CandidatesOptions, neededBlock: () => number) {
    this.#options = options;
    this.#neededBlock = neededBlock;
    this.#ready = [...rankUpstreams(options.upstreams, neededBlock())];
    this.#others = options.upstreams.filter((upstream) => !this.#ready.includes(upstream));
  }

  /** How many unused upstreams have the block. */
  get ready(): number {
    return this.#ready.length;
  }

  /** Unused upstreams that are not known to have the block. */
  get behind(): readonly UpstreamNode[] {
    return this.#others.filter(({ isUsable }) => isUsable);
  }

  /** Upstreams that lag count as well: they may know a transaction before they have the newest block. */
  addLagging(): void {
    const { behind } = this;
    this.#ready.push(...behind);
    this.#others = this.#others.filter((upstream) => !behind.includes(upstream));
  }

  /**
   * To be called when an upstream lacks a block that it is known to have: its head may have gone back. Then it can be used again as soon as
   * it has the needed block. Returns whether that is so.
   */
  async recheck(upstream: UpstreamNode): Promise<boolean> {
    await this.#options.poll(upstream);
    const isBehind = upstream.isUsable && (upstream.headNumber ?? -1) < this.#neededBlock();
    if (isBehind) this.#others = [...this.#others, upstream];
    return isBehind;
  }

  /** Returns the best unused upstream that has the block. */
  take(): UpstreamNode | undefined {
    return this.#ready.shift();
  }

  /** Waits until another upstream has the block. Undefined if none has it in time. */
  async await(signal: AbortSignal): Promise<UpstreamNode | undefined> {
    const { awaited, awaitMs } = this.#options;
    const ending = AbortSignal.any([signal, AbortSignal.timeout(awaitMs)]);
    for (;;) {
      const [found] = rankUpstreams(this.#others, this.#neededBlock());
      if (found) {
        this.#others = this.#others.filter((other) => other !== found);
        return found;
      }
      const { behind } = this;
      if (behind.length === 0) return undefined;
      if (!(await awaited.wait(behind, this.#neededBlock, ending))) return undefined;
    }
  }
}
