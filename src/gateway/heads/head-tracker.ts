import type { Clock } from '../../kernel/clock.ts';
import { isFailure } from '../rpc/rpc-call.ts';
import { type Upstream, UpstreamFault } from '../upstreams/upstream.ts';
import { blockRef } from './block-ref.ts';
import type { BlockRef } from './chain-heads.ts';
import type { HeadChain } from './head-chain.ts';

/** The most parent blocks that are fetched to link a head to the known chain. */
const MAX_LINKS = 64;

export interface HeadTrackerOptions {
  readonly chain: HeadChain;
  readonly upstreams: readonly TrackedUpstream[];
  readonly clock: Clock;
  readonly pollMs: number;
  /** How often the safe and finalized heights are polled. */
  readonly settleMs: number;
}

export interface TrackedUpstream extends Pick<Upstream, 'name' | 'send' | 'distrust'> {
  readonly isUsable: boolean;
  /** False for a while after the upstream has returned an untrue result. */
  readonly isTrusted: boolean;
  headAt(head: BlockRef): void;
}

interface Settled {
  readonly at: number;
  readonly safe?: number | undefined;
  readonly finalized?: number | undefined;
}

/** Polls the heads of all upstreams, and decides which of them is the head of the network. */
export class HeadTracker {
  readonly #options: HeadTrackerOptions;
  /** The last reported head of each reachable upstream. */
  readonly #claims = new Map<TrackedUpstream, BlockRef>();
  /** The safe and finalized heights that each upstream reports, and when they were polled. */
  readonly #settled = new Map<TrackedUpstream, Settled>();
  readonly #stopping = new AbortController();

  constructor(options: HeadTrackerOptions) {
    this.#options = options;
  }

  /** Resolves after the first poll of every upstream. */
  async start(): Promise<void> {
    const first = this.#options.upstreams.map((upstream) => this.poll(upstream));
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
      if (!signal.aborted) await this.poll(upstream);
    }
  }

  async poll(upstream: TrackedUpstream): Promise<void> {
    try {
      const head = await this.#block(upstream, 'eth_getBlockByNumber', 'latest');
      if (!head || !upstream.isTrusted) return;
      this.#claims.set(upstream, head);
      upstream.headAt(head);
      await this.#consider(upstream, head);
      await this.#settle(upstream);
    } catch (error) {
      // The upstream counts its faults itself. Its last head may be outdated.
      this.#claims.delete(upstream);
      // In responses to callers, a result that is too large is not a fault, because callers can cause it. A block header is always short.
      if (error instanceof UpstreamFault && error.kind === 'too_large') {
        upstream.distrust('a block header is too large');
      }
    }
  }

  async #consider(upstream: TrackedUpstream, head: BlockRef): Promise<void> {
    const { chain } = this.#options;
    if (!this.#shouldFollow(upstream, head)) return;
    const path = await this.#pathTo(upstream, head);
    // A concurrent poll may have advanced the chain in the meantime. The chain must not go back to the older head of this poll.
    if (!this.#shouldFollow(upstream, head)) return;
    const first = path.findIndex((block) => !chain.contains(block));
    chain.follow(path.slice(first));
  }

  /** Whether the chain may have to switch to this head. */
  #shouldFollow(upstream: TrackedUpstream, head: BlockRef): boolean {
    const { chain } = this.#options;
    if (chain.contains(head)) return false;
    const { latest } = chain;
    return !latest || head.number > latest.number || !this.#isChainConfirmed(head, upstream);
  }

  /**
   * Whether another upstream supports the known chain: its head is on the chain or ahead of it, and at least as high as `head`. Any
   * other head confirms nothing: it may be that of a lagging upstream, older than the tracked blocks.
   */
  #isChainConfirmed(head: BlockRef, except: TrackedUpstream): boolean {
    const { chain } = this.#options;
    for (const [upstream, claim] of this.#claims) {
      if (upstream === except || !upstream.isUsable) continue;
      // If the head is ahead of the chain, the blocks between may still be in flight.
      const isAhead = claim.number > (chain.latest?.number ?? 0);
      if (claim.number >= head.number && (isAhead || chain.contains(claim))) return true;
    }
    return false;
  }

  /** The blocks from the child of a known block up to the head. */
  async #pathTo(upstream: TrackedUpstream, head: BlockRef): Promise<BlockRef[]> {
    const { chain } = this.#options;
    const path = [head];
    if (!chain.latest) return path;
    for (let first = head; path.length < MAX_LINKS && first.number > 0; ) {
      if (chain.at(first.number - 1)?.hash === first.parentHash) break;
      const parent = await this.#block(upstream, 'eth_getBlockByHash', first.parentHash);
      // The upstream has not returned a valid block.
      if (parent === undefined) return [];
      if (parent?.hash !== first.parentHash || parent.number !== first.number - 1) {
        // A node without the parent may have reorganised its chain in the meantime.
        if (parent || (await this.#stillHasHead(upstream, head))) {
          upstream.distrust('its blocks do not form a chain');
        }
        return [];
      }
      path.unshift(parent);
      first = parent;
    }
    return path.length < MAX_LINKS || !this.#isOutvoted(chain.latest) ? path : [];
  }

  /**
   * Compares the upstreams on the known chain with those whose head is too far ahead to be linked. True if the former are at least as
   * many.
   */
  #isOutvoted(latest: BlockRef): boolean {
    let holders = 0;
    let challengers = 0;
    for (const [upstream, claim] of this.#claims) {
      if (!upstream.isUsable) continue;
      if (this.#options.chain.contains(claim)) holders += claim.number >= latest.number ? 1 : 0;
      else if (claim.number > latest.number + MAX_LINKS) challengers += 1;
    }
    return holders > 0 && holders >= challengers;
  }

  /** Whether the upstream still reports this head. */
  async #stillHasHead(upstream: TrackedUpstream, { hash }: BlockRef): Promise<boolean> {
    const now = await this.#block(upstream, 'eth_getBlockByNumber', 'latest');
    return now?.hash === hash;
  }

  /** Null if the upstream has no such block; undefined if it returns an error or an invalid block. */
  async #block(upstream: TrackedUpstream, method: string, which: string) {
    const outcome = await upstream.send({ method, params: [which, false] }, this.#stopping.signal);
    if (isFailure(outcome)) return undefined;
    const value: unknown = JSON.parse(outcome.result);
    if (value === null) return null;
    const ref = blockRef(value);
    if (!ref) upstream.distrust('the hash of a block is wrong');
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
      safe: majorityHeight(trusted.map((each) => each.safe)),
      finalized: majorityHeight(trusted.map((each) => each.finalized)),
    });
  }

  async #settledHeight(upstream: TrackedUpstream, tag: string): Promise<number | undefined> {
    const { chain } = this.#options;
    const ref = await this.#block(upstream, 'eth_getBlockByNumber', tag);
    // A height above the head is invalid, and a block of another chain is ignored.
    if (!ref || ref.number > (chain.latest?.number ?? 0)) return undefined;
    return (chain.at(ref.number)?.hash ?? ref.hash) === ref.hash ? ref.number : undefined;
  }
}

/** The height that more than half of the reporting upstreams have reached, so that a single one cannot raise it. */
function majorityHeight(heights: readonly (number | undefined)[]): number | undefined {
  const known = heights.filter((height) => height !== undefined).sort((a, b) => b - a);
  return known[Math.floor(known.length / 2)];
}
