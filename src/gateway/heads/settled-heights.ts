import type { Clock } from '../../kernel/clock.ts';
import type { BlockRef } from './chain-heads.ts';
import type { HeadChain } from './head-chain.ts';
import type { TrackedUpstream } from './tracked-upstream.ts';

export interface SettledHeightsOptions {
  readonly chain: HeadChain;
  readonly clock: Clock;
  /** How often the heights of an upstream are polled. */
  readonly blockMs: number;
  /** Blocks this far below the head are safe and final; undefined: the upstreams report the heights. */
  readonly finalityBlocks: number | undefined;
  /** The block with this tag. */
  block(upstream: TrackedUpstream, tag: string): Promise<BlockRef | null | undefined>;
}

interface Heights {
  readonly at: number;
  readonly safe?: number | undefined;
  readonly finalized?: number | undefined;
}

/** The safe and finalized heights of a network: those that most upstreams report, so that a single one cannot raise them. */
export class SettledHeights {
  readonly #options: SettledHeightsOptions;
  readonly #reported = new Map<TrackedUpstream, Heights>();

  constructor(options: SettledHeightsOptions) {
    this.#options = options;
    const { chain } = options;
    // The heights that upstreams reported do not apply to another chain.
    chain.subscribe(({ dropped, isGap }) => {
      const hasChanged = dropped.length > 0 || isGap;
      if (hasChanged && chain.finalized === undefined) this.#reported.clear();
    });
  }

  /** Polls the heights of an upstream, if they are due. */
  async poll(upstream: TrackedUpstream): Promise<void> {
    const { clock, blockMs, finalityBlocks } = this.#options;
    if (finalityBlocks !== undefined) return;
    const at = clock.tick();
    const before = this.#reported.get(upstream);
    if (before && at - before.at < blockMs) return;
    this.#reported.set(upstream, { ...before, at });
    const [safe, finalized] = await Promise.all(
      ['safe', 'finalized'].map((tag) => this.#height(upstream, tag)),
    );
    this.#reported.set(upstream, { at, safe, finalized });
    this.settle();
  }

  /** To be called when the head has changed. */
  settle(): void {
    const { chain, finalityBlocks } = this.#options;
    if (chain.latest === undefined) return;
    if (finalityBlocks !== undefined) {
      const final = Math.max(0, chain.latest.number - finalityBlocks);
      chain.settle({ safe: final, finalized: final });
      return;
    }
    const trusted = [...this.#reported].flatMap(([{ isTrusted }, heights]) =>
      isTrusted ? heights : [],
    );
    chain.settle({
      safe: majorityHeight(trusted.map(({ safe }) => safe)),
      finalized: majorityHeight(trusted.map(({ finalized }) => finalized)),
    });
  }

  async #height(upstream: TrackedUpstream, tag: string): Promise<number | undefined> {
    const { chain } = this.#options;
    const ref = await this.#options.block(upstream, tag);
    // A height above the head is invalid, and a block of another chain is ignored.
    if (!ref || ref.number > (chain.latest?.number ?? 0)) return undefined;
    return (chain.at(ref.number)?.hash ?? ref.hash) === ref.hash ? ref.number : undefined;
  }
}

/** The height that more than half of the reporting upstreams have reached. */
function majorityHeight(heights: readonly (number | undefined)[]): number | undefined {
  const known = heights.filter((height) => height !== undefined).sort((a, b) => b - a);
  return known[Math.floor(known.length / 2)];
}
