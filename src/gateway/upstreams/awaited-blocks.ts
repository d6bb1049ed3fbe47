import type { Clock } from '../../kernel/clock.ts';
import type { ChainHeads } from '../heads/chain-heads.ts';
import type { UpstreamNode } from './upstream-node.ts';

/** Calls that may wait at once. Further calls do not wait. */
const MAX_WAITING = 1_000;
/** Between two polls of an upstream. */
const PAUSE_MS = 250;

export interface AwaitedBlocksOptions {
  readonly heads: Pick<ChainHeads, 'subscribe'>;
  readonly clock: Clock;
  /** Polls the head of an upstream. */
  poll(upstream: UpstreamNode): Promise<unknown>;
}

interface Waiting {
  readonly upstreams: readonly UpstreamNode[];
  /** The number of the block. It decreases when the head of the chain goes back. */
  block(): number;
  end(isThere: boolean): void;
}

/**
 * Calls that wait because no upstream is known to have their block. Heads are polled periodically, so an upstream may have the block before
 * the gateway notices. While calls wait, their upstreams are polled more often, once for all calls.
 */
export class AwaitedBlocks {
  readonly #options: AwaitedBlocksOptions;
  readonly #waiting = new Set<Waiting>();
  readonly #watched = new Set<UpstreamNode>();

  constructor(options: AwaitedBlocksOptions) {
    this.#options = options;
    options.heads.subscribe(({ dropped }) => {
      // One reorganisation can announce several heads. The last one counts.
      if (dropped.length > 0) queueMicrotask(() => this.#endReached(this.#waiting));
    });
  }

  /** Resolves to true as soon as one of the upstreams is known to have the block, and to false if the signal aborts first. */
  wait(
    upstreams: readonly UpstreamNode[],
    block: () => number,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (signal.aborted || this.#waiting.size >= MAX_WAITING) return Promise.resolve(false);
    return new Promise((resolve) => {
      const onAbort = () => waiting.end(false);
      const waiting: Waiting = {
        upstreams,
        block,
        end: (isThere) => {
          this.#waiting.delete(waiting);
          signal.removeEventListener('abort', onAbort);
          resolve(isThere);
        },
      };
      this.#waiting.add(waiting);
      signal.addEventListener('abort', onAbort);
      for (const upstream of upstreams) void this.#watch(upstream);
    });
  }

  /** To be called when the head of an upstream changes. */
  reached(upstream: UpstreamNode): void {
    this.#endReached(this.#waiting.values().filter((each) => each.upstreams.includes(upstream)));
  }

  #endReached(some: Iterable<Waiting>): void {
    for (const { upstreams, block, end } of some) {
      const needed = block();
      if (upstreams.some(({ headNumber = -1 }) => headNumber >= needed)) end(true);
    }
  }

  async #watch(upstream: UpstreamNode): Promise<void> {
    if (this.#watched.has(upstream)) return;
    this.#watched.add(upstream);
    while (this.#isAwaited(upstream)) {
      await this.#options.poll(upstream);
      await this.#options.clock.sleep(PAUSE_MS);
    }
    this.#watched.delete(upstream);
  }

  #isAwaited(upstream: UpstreamNode): boolean {
    return this.#waiting.values().some(({ upstreams }) => upstreams.includes(upstream));
  }
}
