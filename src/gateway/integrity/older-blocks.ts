import { BoundedMap } from '../../kernel/bounded-map.ts';
import { quantity } from '../calls/block-tags.ts';
import { blockRef, hasUnexpectedForkMembers } from '../heads/block-ref.ts';
import type { ChainHeads } from '../heads/chain-heads.ts';
import { isFailure } from '../rpc/rpc-call.ts';
import { rankUpstreams } from '../upstreams/rank-upstreams.ts';
import { UpstreamFault } from '../upstreams/upstream.ts';
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
  random(): number;
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

  /**
   * Throws an `UpstreamFault` if the result of the upstream has blocks that are not in the chain, or if upstreams disagree without a
   * majority.
   */
  async compare(
    named: ReadonlyMap<number, string>,
    upstream: UpstreamNode,
    signal: AbortSignal,
  ): Promise<void> {
    const unknown: [number, string][] = [];
    for (const [number, hash] of named) {
      const known = this.#hashes.get(number);
      if (known === undefined) unknown.push([number, hash]);
      else if (known !== hash) await this.#decide(number, hash, upstream, signal);
    }
    const chosen = unknown
      .map((block) => ({ block, rank: this.#options.random() }))
      .sort((a, b) => a.rank - b.rank)
      .slice(0, MAX_COMPARED);
    await Promise.all(
      chosen.map(({ block: [number, hash] }) => this.#decide(number, hash, upstream, signal)),
    );
  }

  async #decide(
    number: number,
    hash: string,
    upstream: UpstreamNode,
    signal: AbortSignal,
  ): Promise<void> {
    const version = this.#version;
    const remember = () => {
      if (version === this.#version) this.#hashes.set(number, hash);
    };
    let opponent: UpstreamNode | undefined;
    for (const witness of this.#witnesses(number, upstream)) {
      const reported = await this.#hashOf(witness, number, signal);
      if (reported === undefined) continue;
      if (reported === hash) {
        opponent?.distrust('it has another block than other upstreams');
        remember();
        return;
      }
      // A second witness contradicts the upstream, or the upstream itself does not confirm the hash.
      if (opponent || (await this.#hashOf(upstream, number, signal)) !== hash) throw untrue();
      opponent = witness;
    }
    if (opponent) {
      throw new UpstreamFault('disputed', `upstreams have different blocks ${number}`);
    }
    const reported = await this.#hashOf(upstream, number, signal);
    if (reported === hash) remember();
    else if (reported !== undefined) throw untrue();
  }

  #witnesses(number: number, except: UpstreamNode): readonly UpstreamNode[] {
    const others = this.#options.upstreams.filter((other) => other !== except);
    return rankUpstreams(others, number).slice(0, MAX_WITNESSES);
  }

  /** Undefined if the upstream fails or does not have the block. */
  async #hashOf(
    upstream: UpstreamNode,
    number: number,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    try {
      const params = [quantity(number), false];
      const outcome = await upstream.send({ method: 'eth_getBlockByNumber', params }, signal);
      if (isFailure(outcome) || outcome.result === 'null') return undefined;
      const { heads } = this.#options;
      const ref = blockRef(JSON.parse(outcome.result), heads);
      const isSound = ref?.number === number && !hasUnexpectedForkMembers(ref, heads.latest);
      return isSound ? ref.hash : undefined;
    } catch (error) {
      if (error instanceof UpstreamFault || error instanceof SyntaxError) return undefined;
      throw error;
    }
  }
}

function untrue(): UpstreamFault {
  return new UpstreamFault('untrue', 'its block is not the one in the chain');
}
