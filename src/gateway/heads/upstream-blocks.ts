import { quantity } from '../calls/block-tags.ts';
import { isFailure } from '../rpc/rpc-call.ts';
import { blockRef } from './block-ref.ts';
import type { BlockRef, ChainHeads } from './chain-heads.ts';
import type { TrackedUpstream } from './tracked-upstream.ts';

/** Headers that upstreams return, with verified hashes. */
export class UpstreamBlocks {
  readonly #chain: Pick<ChainHeads, 'verifiesHashes'>;
  readonly #signal: AbortSignal;

  constructor(chain: Pick<ChainHeads, 'verifiesHashes'>, signal: AbortSignal) {
    this.#chain = chain;
    this.#signal = signal;
  }

  byHash(upstream: TrackedUpstream, hash: string) {
    return this.#fetch(upstream, 'eth_getBlockByHash', hash);
  }

  /** `which`: a number or a tag. */
  at(upstream: TrackedUpstream, which: number | string) {
    const text = typeof which === 'number' ? quantity(which) : which;
    return this.#fetch(upstream, 'eth_getBlockByNumber', text);
  }

  /** Null if the upstream has no such block; undefined if it returns an error or an invalid block. */
  async #fetch(
    upstream: TrackedUpstream,
    method: string,
    which: string,
  ): Promise<BlockRef | null | undefined> {
    const outcome = await upstream.send({ method, params: [which, false] }, this.#signal);
    if (isFailure(outcome)) return undefined;
    const value: unknown = JSON.parse(outcome.result);
    if (value === null) return null;
    const ref = blockRef(value, this.#chain);
    if (!ref) upstream.distrust('the hash of a block is wrong');
    return ref;
  }
}
