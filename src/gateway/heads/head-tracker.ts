import type { Clock } from '../../kernel/clock.ts';
import { isFailure } from '../rpc/rpc-call.ts';
import { UpstreamFault } from '../upstreams/upstream.ts';
import { BlockTree, type Branch } from './block-tree.ts';
import type { BlockRef } from './chain-heads.ts';
import { chooseHead, type UpstreamBranch } from './choose-head.ts';
import type { HeadChain } from './head-chain.ts';
import { linkHead } from './link-head.ts';
import { SettledHeights } from './settled-heights.ts';
import type { HeadPosition, TrackedUpstream } from './tracked-upstream.ts';
import { UpstreamBlocks } from './upstream-blocks.ts';

/** An upstream whose head went back must confirm it: the nodes behind a load balancer may differ for a moment. */
const CONFIRMING_POLLS = 2;
/** Public networks reject blocks from the future. The rest allows for clocks that differ. */
const MAX_FUTURE_MS = 60_000;
/** Development nodes give blocks that are mined at once timestamps of consecutive seconds. */
const DEVELOPMENT_NODE = /anvil|hardhat|ganache|besu.*dev|reth.*dev/i;
/** If no upstream has had the head for so many block times, the healthy ones decide alone. */
const ABANDONED_BLOCKS = 10;
/** The start waits at most so long for slow upstreams. */
const START_MS = 2_000;

export interface HeadTrackerOptions {
  readonly chain: HeadChain;
  readonly upstreams: readonly TrackedUpstream[];
  readonly clock: Clock;
  readonly pollMs: number;
  readonly blockMs: number;
  /** Blocks of public networks are not from the future. */
  readonly isPublic: boolean;
  /** Blocks this far below the head are final; undefined: the upstreams report the final block. */
  readonly finalityBlocks: number | undefined;
  /** False while the network is withdrawn: its upstreams are not called. */
  isServed(): boolean;
}

/** The last reported head of an upstream. */
interface Claim {
  readonly turn: number;
  readonly head: BlockRef;
  /** The highest block of the chain that it had. */
  readonly reached: number;
  /** Consecutive polls in which its head was an older block of the chain than that. */
  readonly pollsBelow: number;
  /** Where its head left the chain when that was last known. Old blocks of the chain are forgotten. */
  fork: number | undefined;
}

/** Polls the heads of all upstreams, and decides which block is the head of the network. */
export class HeadTracker {
  readonly #options: HeadTrackerOptions;
  readonly #tree: BlockTree;
  readonly #blocks: UpstreamBlocks;
  readonly #heights: SettledHeights;
  /** Of each reachable upstream. */
  readonly #claims = new Map<TrackedUpstream, Claim>();
  /** The highest block of the chain that each upstream ever had. */
  readonly #reached = new Map<TrackedUpstream, number>();
  readonly #stopping = new AbortController();
  /** Polls of one upstream may overlap. A slower one does not replace the head that a later one has found. */
  #turn = 0;
  #hasStarted = false;
  /** When an upstream last had the head, in ticks. */
  #supportedAt = 0;

  constructor(options: HeadTrackerOptions) {
    this.#options = options;
    this.#tree = new BlockTree(options.chain);
    this.#blocks = new UpstreamBlocks(options.chain, this.#stopping.signal);
    this.#heights = new SettledHeights({
      ...options,
      block: (upstream, tag) => this.#blocks.at(upstream, tag),
    });
    // The heights do not apply to another chain.
    options.chain.subscribe(({ isGap }) => isGap && this.#reached.clear());
  }

  /** Resolves after the first poll of every upstream, or of the faster ones. The head is chosen from the heads of all of them. */
  async start(): Promise<void> {
    const { upstreams, isServed, clock } = this.#options;
    const { signal } = this.#stopping;
    if (isServed()) {
      const polls = Promise.all(upstreams.map((upstream) => this.poll(upstream)));
      await Promise.race([polls, clock.sleep(START_MS, signal).catch(() => {})]);
    }
    this.#hasStarted = true;
    // Only now the lowest head is known, to which the others can be linked.
    await Promise.all([...this.#claims].map(([upstream, { head }]) => this.#link(upstream, head)));
    this.#decide();
    await Promise.all([...this.#claims.keys()].map((upstream) => this.#pollHeights(upstream)));
    for (const upstream of upstreams) void this.#follow(upstream);
  }

  async #pollHeights(upstream: TrackedUpstream): Promise<void> {
    // The upstream counts its faults itself.
    await this.#heights.poll(upstream).catch(() => {});
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #follow(upstream: TrackedUpstream): Promise<void> {
    const { clock, pollMs, isServed } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await clock.sleep(pollMs, signal).catch(() => {});
      if (!signal.aborted && isServed()) await this.poll(upstream);
    }
  }

  /** False if the head of the upstream is not known now. */
  async poll(upstream: TrackedUpstream): Promise<boolean> {
    this.#turn += 1;
    const turn = this.#turn;
    try {
      const head = await this.#blocks.at(upstream, 'latest');
      if (!head || !upstream.isTrusted) return false;
      if (await this.#isRefused(upstream, head)) return false;
      if (this.#hasStarted && !(await this.#link(upstream, head))) return false;
      this.#tree.add(head, this.#options.clock.tick());
      const before = this.#claims.get(upstream);
      if (before && before.turn > turn) return true;
      this.#claims.set(upstream, await this.#claim(upstream, head, turn, before));
      this.#decide();
      if (this.#hasStarted) await this.#heights.poll(upstream);
      return true;
    } catch (error) {
      // The upstream counts its faults itself. Its last head may be outdated.
      this.#claims.delete(upstream);
      this.#decide();
      // In responses to callers, a result that is too large is not a fault, because callers can cause it. A block header is always short.
      if (error instanceof UpstreamFault && error.kind === 'too_large') {
        upstream.distrust('a block header is too large');
      }
      return false;
    }
  }

  /**
   * A block from the future is refused if a single upstream decides alone. Development nodes are the exception: the blocks they mine at once
   * are ahead of the time. If most of several upstreams have the block, the clock of this machine is wrong.
   */
  async #isRefused(upstream: TrackedUpstream, head: BlockRef): Promise<boolean> {
    if (!this.#isFromFuture(head)) return false;
    const isAlone = this.#options.upstreams.every(
      (other) => other === upstream || !other.isServing,
    );
    if (!isAlone || (await this.#isDevelopmentNode(upstream))) return false;
    this.#claims.delete(upstream);
    upstream.refuseHead('the timestamp of its head is more than a minute in the future');
    return true;
  }

  #isFromFuture({ timestamp }: BlockRef): boolean {
    const { isPublic, clock } = this.#options;
    return isPublic && timestamp > clock.now() + MAX_FUTURE_MS;
  }

  async #isDevelopmentNode(upstream: TrackedUpstream): Promise<boolean> {
    const call = { method: 'web3_clientVersion', params: [] };
    const outcome = await upstream.send(call, this.#stopping.signal);
    return !isFailure(outcome) && DEVELOPMENT_NODE.test(outcome.result);
  }

  async #claim(
    upstream: TrackedUpstream,
    head: BlockRef,
    turn: number,
    before: Claim | undefined,
  ): Promise<Claim> {
    const { chain } = this.#options;
    const { fork = -1, blocks } = this.#tree.branchTo(head);
    const lastFork = before?.head.hash === head.hash ? before.fork : undefined;
    const had = before && chain.contains(before.head) ? before.head.number : -1;
    const reached = Math.min(Math.max(before?.reached ?? -1, had), chain.latest?.number ?? -1);
    if (!before || blocks.length > 0 || fork >= reached) {
      return { turn, head, reached: fork, pollsBelow: 0, fork: lastFork };
    }
    const pollsBelow = (await this.#stillHas(upstream, reached)) ? 0 : before.pollsBelow + 1;
    return { turn, head, reached, pollsBelow, fork: lastFork };
  }

  /** Whether the upstream has this block of the chain in its own chain, although its head is an older one. */
  async #stillHas(upstream: TrackedUpstream, number: number): Promise<boolean> {
    const known = this.#options.chain.at(number);
    if (!known) return false;
    const block = await this.#blocks.at(upstream, number);
    return block === undefined || block?.hash === known.hash;
  }

  /** Makes the block that the upstreams agree on the head, and stores where each upstream is. */
  #decide(): void {
    const { chain, upstreams, clock } = this.#options;
    // During the start, the fastest upstream does not decide alone.
    if (!this.#hasStarted) return;
    const claims = [...this.#claims].filter(([{ isServing }]) => isServing);
    const branches = claims.map(([upstream, claim]) => this.#branchOf(upstream, claim));
    const latest = chain.latest?.number;
    if (branches.some(({ fork = -1 }) => fork >= (latest ?? 0))) this.#supportedAt = clock.tick();
    const chosen = chooseHead(branches, {
      latest,
      quorum: this.#isAbandoned() ? 0 : Math.floor(upstreams.length / 2) + 1,
      isSettled: (block) => this.#isSettled(block),
      isPlausible: (block) => !this.#isFromFuture(block),
    });
    if (chosen) this.#moveTo(chosen);
    for (const [upstream, claim] of this.#claims) {
      const position = this.#positionOf(claim);
      this.#reached.set(upstream, Math.max(position.fork, this.#reached.get(upstream) ?? -1));
      upstream.positionAt(position);
    }
    this.#heights.settle();
  }

  #branchOf(upstream: TrackedUpstream, { head, pollsBelow }: Claim): UpstreamBranch {
    const branch = this.#tree.branchTo(head);
    if (branch.fork !== undefined || !this.#isLagging(upstream, head)) {
      return { ...branch, hasReturned: pollsBelow >= CONFIRMING_POLLS };
    }
    return { fork: head.number, blocks: [], hasReturned: false };
  }

  /**
   * Whether a head below the tracked blocks counts as an old block of the chain: the upstream never had a higher one. Otherwise two nodes
   * that have stopped at one block would take the head back to it.
   */
  #isLagging(upstream: TrackedUpstream, { number }: BlockRef): boolean {
    const { oldest = 0 } = this.#options.chain;
    const reached = this.#reached.get(upstream) ?? -1;
    return number < oldest && reached <= number && !this.#isAbandoned();
  }

  #isAbandoned(): boolean {
    const { clock, blockMs } = this.#options;
    return clock.tick() - this.#supportedAt > ABANDONED_BLOCKS * blockMs;
  }

  #moveTo({ fork, blocks }: Branch): void {
    const { chain, clock } = this.#options;
    const replaced = this.#above(fork ?? -1);
    if (blocks.length > 0) chain.follow(blocks);
    else if (fork !== undefined) chain.returnTo(fork);
    // Upstreams may still be on the branch that was left.
    for (const block of replaced) this.#tree.add(block, clock.tick());
  }

  /** The blocks of the chain above a number. */
  #above(number: number): BlockRef[] {
    const { chain } = this.#options;
    const blocks: BlockRef[] = [];
    const first = Math.max(number + 1, chain.oldest ?? 0);
    for (let n = first; n <= (chain.latest?.number ?? -1); n++) {
      const block = chain.at(n);
      if (block) blocks.push(block);
    }
    return blocks;
  }

  #isSettled(block: BlockRef): boolean {
    const { clock, blockMs } = this.#options;
    const seenAt = this.#tree.seenAt(block);
    if (seenAt === undefined || this.#isFromFuture(block)) return false;
    return clock.tick() - seenAt >= blockMs / 2;
  }

  #positionOf(claim: Claim): HeadPosition {
    const { chain } = this.#options;
    const { head } = claim;
    const { fork, blocks } = this.#tree.branchTo(head);
    if (fork !== undefined) {
      claim.fork = fork;
      const isBeside = blocks.length > 0 && fork !== chain.latest?.number;
      return { head: head.number, fork, usable: isBeside ? fork : head.number };
    }
    // An upstream that lags may be below the tracked blocks. Only if it was seen on another branch, it is known not to be on the chain.
    const isBelow = head.number < (chain.oldest ?? 0);
    const last = isBelow ? (claim.fork ?? head.number) : -1;
    return { head: head.number, fork: last, usable: last };
  }

  #link(upstream: TrackedUpstream, head: BlockRef): Promise<boolean> {
    const { chain, clock } = this.#options;
    const heads = [...this.#claims.values()].map((claim) => claim.head.number);
    return linkHead(upstream, head, {
      tree: this.#tree,
      blocks: this.#blocks,
      floor: Math.min(chain.oldest ?? Number.POSITIVE_INFINITY, ...heads),
      now: () => clock.tick(),
    });
  }
}
