import type { Clock } from '../../kernel/clock.ts';
import type { UpstreamNode } from './upstream-node.ts';

/** Calls that wait at once; more of them are refused. */
const MOST_WAITING = 1_000;
/** Between two looks at an upstream. */
const PAUSE_MS = 250;

export interface AwaitedBlocksOptions {
  readonly clock: Clock;
  /** Asks an upstream for its head. */
  look(upstream: UpstreamNode): Promise<void>;
}

interface Waiting {
  readonly upstreams: readonly UpstreamNode[];
  readonly block: number;
  end(isThere: boolean): void;
}

/**
 * Calls for which no upstream is known to be new enough. Heads are looked at from time to time, so an upstream may have the block
 * before the gateway knows it. While somebody waits, it is looked at more often, once for all who wait.
 */
export class AwaitedBlocks {
  readonly #options: AwaitedBlocksOptions;
  readonly #waiting = new Set<Waiting>();
  readonly #watched = new Set<UpstreamNode>();

  constructor(options: AwaitedBlocksOptions) {
    this.#options = options;
  }

  /** Resolves with true as soon as one of the upstreams is known to have the block, and with false when the signal aborts before. */
  wait(upstreams: readonly UpstreamNode[], block: number, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted || this.#waiting.size >= MOST_WAITING) return Promise.resolve(false);
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

  /** To be called when an upstream is known to have another head. */
  reached(upstream: UpstreamNode): void {
    for (const waiting of this.#waiting) {
      const { upstreams, block, end } = waiting;
      if (upstreams.includes(upstream) && (upstream.headNumber ?? -1) >= block) end(true);
    }
  }

  async #watch(upstream: UpstreamNode): Promise<void> {
    if (this.#watched.has(upstream)) return;
    this.#watched.add(upstream);
    while (this.#isAwaited(upstream)) {
      await this.#options.look(upstream);
      await this.#options.clock.sleep(PAUSE_MS);
    }
    this.#watched.delete(upstream);
  }

  #isAwaited(upstream: UpstreamNode): boolean {
    return this.#waiting.values().some(({ upstreams }) => upstreams.includes(upstream));
  }
}
