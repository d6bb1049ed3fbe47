import type { AwaitedBlocks } from './awaited-blocks.ts';
import { choose } from './choose.ts';
import type { UpstreamNode } from './upstream-node.ts';

export interface CandidatesOptions {
  readonly upstreams: readonly UpstreamNode[];
  readonly awaited: AwaitedBlocks;
  /** How long a call waits for an upstream to have the block that it needs. */
  readonly awaitMs: number;
}

/** The upstreams that may answer a call, each of them once: an answer of one that does not have the block would be old, or empty. */
export class Candidates {
  readonly #options: CandidatesOptions;
  readonly #block: number;
  readonly #ready: UpstreamNode[];
  #others: readonly UpstreamNode[];

  constructor(options: CandidatesOptions, block: number) {
    this.#options = options;
    this.#block = block;
    this.#ready = [...choose(options.upstreams, block)];
    this.#others = options.upstreams.filter((upstream) => !this.#ready.includes(upstream));
  }

  /** Upstreams that are left and have the block. */
  get ready(): number {
    return this.#ready.length;
  }

  /** Upstreams that are left and do not have the block yet, as far as it is known. */
  get behind(): readonly UpstreamNode[] {
    return this.#others.filter(({ isUsable }) => isUsable);
  }

  /** The best upstream that has the block. */
  take(): UpstreamNode | undefined {
    return this.#ready.shift();
  }

  /** Waits until another upstream has the block. Undefined if none has it in time. */
  async await(signal: AbortSignal): Promise<UpstreamNode | undefined> {
    const { awaited, awaitMs } = this.#options;
    const ending = AbortSignal.any([signal, AbortSignal.timeout(awaitMs)]);
    for (;;) {
      const [found] = choose(this.#others, this.#block);
      if (found) {
        this.#others = this.#others.filter((other) => other !== found);
        return found;
      }
      const { behind } = this;
      if (behind.length === 0) return undefined;
      if (!(await awaited.wait(behind, this.#block, ending))) return undefined;
    }
  }
}
