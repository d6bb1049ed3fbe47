import type { Clock } from '../../kernel/clock.ts';
import { isFailure } from '../rpc/rpc-call.ts';
import { UpstreamFault } from '../upstreams/upstream.ts';
import { blockRef } from './block-ref.ts';
import { BlockTree, type Branch } from './block-tree.ts';
import type { BlockRef } from './chain-heads.ts';
import { chooseHead } from './choose-head.ts';
import type { HeadChain } from './head-chain.ts';
import { SettledHeights } from './settled-heights.ts';
import type { HeadPosition, TrackedUpstream } from './tracked-upstream.ts';

/** The most parent blocks that are fetched to link a head to the known chain. */
const MAX_LINKS = 64;
/** An upstream whose head went back must confirm it: the nodes behind a load balancer may differ for a moment. */
const CONFIRMING_POLLS = 2;
/** Public networks reject blocks from the future. The rest allows for clocks that differ. */
const MAX_FUTURE_MS = 60_000;
/** Development nodes give blocks that are mined at once timestamps of consecutive seconds. */
const DEVELOPMENT_NODE = /anvil|hardhat|ganache|besu.*dev|reth.*dev/i;

export interface HeadTrackerOptions {
  readonly chain: HeadChain;
  readonly upstreams: readonly TrackedUpstream[];
  readonly clock: Clock;
  readonly pollMs: number;
  /** How often the safe and finalized heights are polled. */
  readonly settleMs: number;
  /** How long a block that less than half of the upstreams have waits for others to confirm it. */
  readonly confirmMs: number;
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
}

/** Polls the heads of all upstreams, and decides which block is the head of the network. */
export class HeadTracker {
  readonly #options: HeadTrackerOptions;
  readonly #tree: BlockTree;
  readonly #heights: SettledHeights;
  /** Of each reachable upstream. */
  readonly #claims = new Map<TrackedUpstream, Claim>();
  readonly #stopping = new AbortController();
  /** Polls of one upstream may overlap. A slower one does not replace the head that a later one has found. */
  #turn = 0;
  #hasStarted = false;

  constructor(options: HeadTrackerOptions) {
    this.#options = options;
    this.#tree = new BlockTree(options.chain);
    this.#heights = new SettledHeights({
      ...options,
      block: (upstream, tag) => this.#block(upstream, 'eth_getBlockByNumber', tag),
    });
  }

  /** Resolves after the first poll of every upstream. The head is chosen from the heads of all. */
  async start(): Promise<void> {
    const { upstreams, isServed } = this.#options;
    if (isServed()) await Promise.all(upstreams.map((upstream) => this.poll(upstream)));
    this.#hasStarted = true;
    this.#decide();
    for (const upstream of upstreams) void this.#follow(upstream);
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

  async poll(upstream: TrackedUpstream): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    try {
      const head = await this.#block(upstream, 'eth_getBlockByNumber', 'latest');
      if (!head || !upstream.isTrusted) return;
      if (await this.#isRefused(upstream, head)) return;
      if (!(await this.#link(upstream, head))) return;
      const before = this.#claims.get(upstream);
      if (before && before.turn > turn) return;
      this.#claims.set(upstream, await this.#claim(upstream, head, turn, before));
      this.#decide();
      await this.#heights.poll(upstream);
    } catch (error) {
      // The upstream counts its faults itself. Its last head may be outdated.
      this.#claims.delete(upstream);
      this.#decide();
      // In responses to callers, a result that is too large is not a fault, because callers can cause it. A block header is always short.
      if (error instanceof UpstreamFault && error.kind === 'too_large') {
        upstream.distrust('a block header is too large');
      }
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
    const had = before && chain.contains(before.head) ? before.head.number : -1;
    const reached = Math.min(Math.max(before?.reached ?? -1, had), chain.latest?.number ?? -1);
    if (!before || blocks.length > 0 || fork >= reached) {
      return { turn, head, reached: fork, pollsBelow: 0 };
    }
    const pollsBelow = (await this.#stillHas(upstream, reached)) ? 0 : before.pollsBelow + 1;
    return { turn, head, reached, pollsBelow };
  }

  /** Whether the upstream has this block of the chain, although its head is an older one. */
  async #stillHas(upstream: TrackedUpstream, number: number): Promise<boolean> {
    const known = this.#options.chain.at(number);
    if (!known) return false;
    const block = await this.#block(upstream, 'eth_getBlockByHash', known.hash);
    return block !== null;
  }

  /** Makes the block that the upstreams agree on the head, and stores where each upstream is. */
  #decide(): void {
    const { chain } = this.#options;
    // During the start, the fastest upstream does not decide alone.
    if (!this.#hasStarted) return;
    const claims = [...this.#claims].filter(([{ isServing }]) => isServing);
    const branches = claims.map(([, { head, pollsBelow }]) => ({
      ...this.#tree.branchTo(head),
      hasReturned: pollsBelow >= CONFIRMING_POLLS,
    }));
    const chosen = chooseHead(branches, chain.latest?.number, (block) => this.#isSettled(block));
    if (chosen) this.#moveTo(chosen);
    for (const [upstream, { head }] of this.#claims) {
      upstream.positionAt(positionOf(head, this.#tree.branchTo(head), chain.latest?.number));
    }
    this.#heights.settle();
  }

  #moveTo({ fork, blocks }: Branch): void {
    const { chain } = this.#options;
    const replaced = chain.latest ? this.#above(fork ?? -1) : [];
    if (blocks.length > 0) chain.follow(blocks);
    else if (fork !== undefined && chain.at(fork)) chain.returnTo(fork);
    else {
      // Most upstreams have begun a new chain below the tracked blocks, such as that of a restarted development node.
      const restarted = this.#claims.values().find(({ head }) => head.number === fork);
      if (restarted) chain.follow([restarted.head]);
    }
    // Upstreams may still be on the branch that was left.
    const now = this.#options.clock.tick();
    for (const block of replaced) this.#tree.add(block, now);
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
    const { clock, confirmMs } = this.#options;
    const seenAt = this.#tree.seenAt(block);
    return seenAt !== undefined && clock.tick() - seenAt >= confirmMs && !this.#isFromFuture(block);
  }

  /** Adds the head and its parents to the tree, up to a known block. False if the upstream has not returned them. */
  async #link(upstream: TrackedUpstream, head: BlockRef): Promise<boolean> {
    const { chain, clock } = this.#options;
    const path = [head];
    const oldest = chain.oldest ?? Number.POSITIVE_INFINITY;
    for (let first = head; path.length < MAX_LINKS && first.number > oldest; ) {
      if (this.#tree.has(first.hash) || this.#tree.has(first.parentHash)) break;
      const parent = await this.#block(upstream, 'eth_getBlockByHash', first.parentHash);
      // The upstream has not returned a valid block.
      if (parent === undefined) return false;
      if (parent?.hash !== first.parentHash || parent.number !== first.number - 1) {
        // A node without the parent may have reorganised its chain in the meantime.
        if (parent || (await this.#stillHasHead(upstream, head))) {
          upstream.distrust('its blocks do not form a chain');
        }
        return false;
      }
      path.push(parent);
      first = parent;
    }
    for (const block of path) this.#tree.add(block, clock.tick());
    return true;
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
    const ref = blockRef(value, this.#options.chain);
    if (!ref) upstream.distrust('the hash of a block is wrong');
    return ref;
  }
}

function positionOf(head: BlockRef, branch: Branch, latest = -1): HeadPosition {
  const { fork = -1, blocks } = branch;
  const isBeside = blocks.length > 0 && fork !== latest;
  return { head: head.number, fork, usable: isBeside ? fork : head.number };
}
