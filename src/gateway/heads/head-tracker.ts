import type { Clock } from '../../kernel/clock.ts';
import { isFailure } from '../rpc/rpc-call.ts';
import { type Upstream, UpstreamFault } from '../upstreams/upstream.ts';
import { blockRef } from './block-ref.ts';
import type { BlockRef } from './chain-heads.ts';
import type { HeadChain } from './head-chain.ts';

/** Blocks that are asked for by their hashes in order to connect a head with those that are known. */
const MOST_LINKS = 64;

export interface HeadTrackerOptions {
  readonly chain: HeadChain;
  readonly upstreams: readonly TrackedUpstream[];
  readonly clock: Clock;
  readonly pollMs: number;
  /** How often the heights of safe and finalized blocks are asked for. */
  readonly settleMs: number;
}

/** An upstream whose head is followed. */
export interface TrackedUpstream extends Pick<Upstream, 'name' | 'send' | 'distrust'> {
  readonly isUsable: boolean;
  /** False for a while after an answer that cannot be true. */
  readonly isTrusted: boolean;
  headAt(head: BlockRef): void;
}

interface Settled {
  readonly at: number;
  readonly safe?: number | undefined;
  readonly finalized?: number | undefined;
}

/** Follows the heads of all upstreams, and decides which of them is the head of the network. */
export class HeadTracker {
  readonly #options: HeadTrackerOptions;
  /** The last head of each upstream that answers. */
  readonly #claims = new Map<TrackedUpstream, BlockRef>();
  /** What each of them says about blocks that do not change any more, and when it was asked. */
  readonly #settled = new Map<TrackedUpstream, Settled>();
  readonly #stopping = new AbortController();

  constructor(options: HeadTrackerOptions) {
    this.#options = options;
  }

  /** Resolves after the first look at every upstream. */
  async start(): Promise<void> {
    const first = this.#options.upstreams.map((upstream) => this.look(upstream));
    await Promise.all(first);
    for (const upstream of this.#options.upstreams) void this.#follow(upstream);
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #follow(upstream: TrackedUpstream): Promise<void> {
    const { clock, pollMs } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await clock.sleep(pollMs, signal).catch(() => {});
      if (!signal.aborted) await this.look(upstream);
    }
  }

  /** Asks an upstream for its head. */
  async look(upstream: TrackedUpstream): Promise<void> {
    try {
      const head = await this.#block(upstream, 'eth_getBlockByNumber', 'latest');
      if (!head || !upstream.isTrusted) return;
      this.#claims.set(upstream, head);
      upstream.headAt(head);
      await this.#consider(upstream, head);
      await this.#settle(upstream);
    } catch (error) {
      // The upstream counts its faults itself. What it said before is no longer known to be true.
      this.#claims.delete(upstream);
      // A caller may ask for too much, and so it counts as no fault. But a header is short.
      if (error instanceof UpstreamFault && error.kind === 'too_large') {
        upstream.distrust('a block is longer than any can be');
      }
    }
  }

  async #consider(upstream: TrackedUpstream, head: BlockRef): Promise<void> {
    const { chain } = this.#options;
    if (!this.#isNews(upstream, head)) return;
    const path = await this.#pathTo(upstream, head);
    // Another look may have been faster, and the chain must not go back to where it was when this one began.
    if (!this.#isNews(upstream, head)) return;
    const first = path.findIndex((block) => !chain.contains(block));
    chain.follow(path.slice(first));
  }

  /** Whether the chain may have to follow a head. */
  #isNews(upstream: TrackedUpstream, head: BlockRef): boolean {
    const { chain } = this.#options;
    if (chain.contains(head)) return false;
    const { latest } = chain;
    return !latest || head.number > latest.number || !this.#isHeld(head, upstream);
  }

  /**
   * Whether another upstream is on the known chain or ahead of it, and not behind a head that is neither: that of an upstream that lags
   * may be from before the followed blocks.
   */
  #isHeld(head: BlockRef, except: TrackedUpstream): boolean {
    const { chain } = this.#options;
    for (const [upstream, claim] of this.#claims) {
      if (upstream === except || !upstream.isUsable) continue;
      // The blocks that link a head ahead of the chain with it may be under way.
      const isAhead = claim.number > (chain.latest?.number ?? 0);
      if (claim.number >= head.number && (isAhead || chain.contains(claim))) return true;
    }
    return false;
  }

  /** The blocks from the one behind a known block up to the head. */
  async #pathTo(upstream: TrackedUpstream, head: BlockRef): Promise<BlockRef[]> {
    const { chain } = this.#options;
    const path = [head];
    if (!chain.latest) return path;
    for (let first = head; path.length < MOST_LINKS && first.number > 0; ) {
      if (chain.at(first.number - 1)?.hash === first.parentHash) break;
      const parent = await this.#block(upstream, 'eth_getBlockByHash', first.parentHash);
      // It has not answered.
      if (parent === undefined) return [];
      if (parent?.hash !== first.parentHash || parent.number !== first.number - 1) {
        // A node that has no such block may have reorganised its chain meanwhile.
        if (parent || (await this.#isStill(upstream, head))) {
          upstream.distrust('its blocks are not linked');
        }
        return [];
      }
      path.unshift(parent);
      first = parent;
    }
    return path.length < MOST_LINKS || !this.#isOutvoted(chain.latest) ? path : [];
  }

  /** Whether at least as many upstreams hold the known chain as have a head that is too far ahead to be linked with it. */
  #isOutvoted(latest: BlockRef): boolean {
    let holders = 0;
    let challengers = 0;
    for (const [upstream, claim] of this.#claims) {
      if (!upstream.isUsable) continue;
      if (this.#options.chain.contains(claim)) holders += claim.number >= latest.number ? 1 : 0;
      else if (claim.number > latest.number + MOST_LINKS) challengers += 1;
    }
    return holders > 0 && holders >= challengers;
  }

  /** Whether the upstream still has this head, after it was asked in vain for a block before it. */
  async #isStill(upstream: TrackedUpstream, { hash }: BlockRef): Promise<boolean> {
    const now = await this.#block(upstream, 'eth_getBlockByNumber', 'latest');
    return now?.hash === hash;
  }

  /** Null if the upstream has no such block; undefined if it does not say, or says something untrue. */
  async #block(upstream: TrackedUpstream, method: string, which: string) {
    const outcome = await upstream.send({ method, params: [which, false] }, this.#stopping.signal);
    if (isFailure(outcome)) return undefined;
    const value: unknown = JSON.parse(outcome.result);
    if (value === null) return null;
    const ref = blockRef(value);
    if (!ref) upstream.distrust('a block has another hash than it says');
    return ref;
  }

  async #settle(upstream: TrackedUpstream): Promise<void> {
    const { clock, settleMs, chain, upstreams } = this.#options;
    const at = clock.tick();
    const before = this.#settled.get(upstream);
    if (before && at - before.at < settleMs) return;
    this.#settled.set(upstream, { ...before, at });
    const [safe, finalized] = await Promise.all(
      ['safe', 'finalized'].map((tag) => this.#settledHeight(upstream, tag)),
    );
    this.#settled.set(upstream, { at, safe, finalized });
    const trusted = upstreams.flatMap((other) => {
      return other.isTrusted ? (this.#settled.get(other) ?? []) : [];
    });
    chain.settle({
      safe: mostReach(trusted.map((each) => each.safe)),
      finalized: mostReach(trusted.map((each) => each.finalized)),
    });
  }

  async #settledHeight(upstream: TrackedUpstream, tag: string): Promise<number | undefined> {
    const { chain } = this.#options;
    const ref = await this.#block(upstream, 'eth_getBlockByNumber', tag);
    // A height above the head is none, and a block that is not of the chain says nothing about it.
    if (!ref || ref.number > (chain.latest?.number ?? 0)) return undefined;
    return (chain.at(ref.number)?.hash ?? ref.hash) === ref.hash ? ref.number : undefined;
  }
}

/** The height that more than half of those who say one have reached, so that a single one cannot raise it. */
function mostReach(heights: readonly (number | undefined)[]): number | undefined {
  const known = heights.filter((height) => height !== undefined).sort((a, b) => b - a);
  return known[Math.floor(known.length / 2)];
}
