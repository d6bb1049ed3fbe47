import { BoundedMap } from '../../kernel/bounded-map.ts';
import { quantity } from '../calls/block-tags.ts';
import type { CallBudget } from '../calls/call-budget.ts';
import { blockRef, hasUnexpectedForkMembers } from '../heads/block-ref.ts';
import type { ChainHeads } from '../heads/chain-heads.ts';
import { isFailure } from '../rpc/rpc-call.ts';
import { rankUpstreams } from '../upstreams/rank-upstreams.ts';
import { budgetSpent, UpstreamFault } from '../upstreams/upstream.ts';
import type { UpstreamNode } from '../upstreams/upstream-node.ts';

/** Cached block hashes. */
const MAX_KNOWN = 8_192;
/** The most blocks of one result that are compared; a random choice if it has more. */
const MAX_COMPARED = 4;
/** Upstreams that are queried for one header, in addition to the one whose result is verified. */
const MAX_WITNESSES = 3;

export interface OlderBlocksOptions {
  readonly heads: ChainHeads;
  readonly upstreams: readonly UpstreamNode[];
  /** Polls the head of an upstream; false if that fails. */
  poll(upstream: UpstreamNode): Promise<boolean>;
  random(): number;
}

/** The call whose result is verified. */
export interface Compared {
  readonly upstream: UpstreamNode;
  readonly signal: AbortSignal;
  readonly budget: CallBudget | undefined;
}

/**
 * Verifies results about blocks that are older than the tracked ones. The header of such a block is fetched, from another upstream if
 * there is one, and its hash is recomputed.
 */
export class OlderBlocks {
  readonly #options: OlderBlocksOptions;
  readonly #hashes = new BoundedMap<number, string>(MAX_KNOWN);
  /** Incremented when the cache is cleared, so that a header requested before is not added to it. */
  #version = 0;

  constructor(options: OlderBlocksOptions) {
    this.#options = options;
    const { heads } = options;
    heads.subscribe(({ head, dropped }) => {
      const isNewChain = heads.at(head.number - 1) === undefined;
      if (dropped.length === 0 && !isNewChain) return;
      this.#hashes.clear();
      this.#version += 1;
    });
  }

  /** Throws an `UpstreamFault` if the upstream has named blocks that are not in the chain, or if upstreams disagree without a majority. */
  async compare(named: ReadonlyMap<number, string>, compared: Compared): Promise<void> {
    if (named.size === 0) return;
    const unknown: [number, string][] = [];
    for (const [number, hash] of named) {
      const known = this.#hashes.get(number);
      if (known === undefined) unknown.push([number, hash]);
      else if (known !== hash) await this.#decide(number, hash, compared);
    }
    const most = compared.budget?.takeComparisons(MAX_COMPARED) ?? MAX_COMPARED;
    const chosen = unknown
      .map((block) => ({ block, rank: this.#options.random() }))
      .sort((a, b) => a.rank - b.rank)
      .slice(0, most);
    await Promise.all(
      chosen.map(({ block: [number, hash] }) => this.#decide(number, hash, compared)),
    );
  }

  async #decide(number: number, hash: string, compared: Compared): Promise<void> {
    const { upstream } = compared;
    const version = this.#version;
    const remember = () => {
      if (version === this.#version) this.#hashes.set(number, hash);
    };
    let opponent: UpstreamNode | undefined;
    for (const witness of this.#witnesses(number, upstream)) {
      const reported = await this.#hashOf(witness, number, compared);
      if (reported === undefined) continue;
      if (reported === hash) {
        opponent?.distrust('it has another block than other upstreams');
        remember();
        return;
      }
      // A second witness contradicts the upstream, or the upstream itself does not confirm the hash.
      if (opponent || (await this.#hashOf(upstream, number, compared)) !== hash) {
        throw await this.#contradiction(number, upstream);
      }
      opponent = witness;
    }
    if (opponent) {
      throw new UpstreamFault('disputed', `upstreams have different blocks ${number}`);
    }
    const reported = await this.#hashOf(upstream, number, compared);
    if (reported === hash) remember();
    else if (reported !== undefined) throw await this.#contradiction(number, upstream);
  }

  /** If the upstream has just changed to another branch, it has returned the truth about that one. */
  async #contradiction(number: number, upstream: UpstreamNode): Promise<UpstreamFault> {
    const isOnChain = (await this.#options.poll(upstream)) && upstream.isOnChainAt(number);
    return isOnChain
      ? new UpstreamFault('untrue', 'its block is not the one in the chain')
      : new UpstreamFault('other_branch', `its block ${number} is not in the chain`);
  }

  #witnesses(number: number, except: UpstreamNode): readonly UpstreamNode[] {
    const others = this.#options.upstreams.filter((other) => other !== except);
    return rankUpstreams(others, number).slice(0, MAX_WITNESSES);
  }

  /** Undefined if the upstream fails or does not have the block. */
  async #hashOf(
    upstream: UpstreamNode,
    number: number,
    { signal, budget }: Compared,
  ): Promise<string | undefined> {
    if (budget?.take() === false) throw budgetSpent();
    try {
      const params = [quantity(number), false];
      const outcome = await upstream.send({ method: 'eth_getBlockByNumber', params }, signal);
      if (isFailure(outcome) || outcome.result === 'null') return undefined;
      const { heads } = this.#options;
      const ref = blockRef(JSON.parse(outcome.result), heads);
      const isSound = ref?.number === number && !hasUnexpectedForkMembers(ref, heads.latest);
      return isSound ? ref.hash : undefined;
    } catch (error) {
      const isFault = error instanceof UpstreamFault && error.kind !== 'budget';
      if (isFault || error instanceof SyntaxError) return undefined;
      throw error;
    }
  }
}
