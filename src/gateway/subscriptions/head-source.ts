import { quantity } from '../calls/block-tags.ts';
import type { BlockRef, ChainHeads } from '../heads/chain-heads.ts';
import { isFailure, type JsonText } from '../rpc/rpc-call.ts';
import type { MakeCall, SubscriptionSource } from './subscription-source.ts';

/** Members of a block that are not part of its header. */
const NON_HEADER_MEMBERS = ['transactions', 'uncles', 'withdrawals', 'size', 'totalDifficulty'];

/** Headers of new blocks. */
export function headSource(heads: Pick<ChainHeads, 'at'>): SubscriptionSource {
  return {
    async next(changes, call) {
      const headers: JsonText[] = [];
      for (const { head } of changes) {
        const found = await headerOf(head, heads, call);
        if (!found) return undefined;
        headers.push(...found);
      }
      return headers;
    },
  };
}

/** None if the block is no longer in the chain. */
async function headerOf(
  { number, hash }: BlockRef,
  heads: Pick<ChainHeads, 'at'>,
  call: MakeCall,
): Promise<readonly JsonText[] | undefined> {
  const params = [quantity(number), false];
  const outcome = await call({ method: 'eth_getBlockByNumber', params });
  // A reorganisation during the call can be the reason of its failure.
  if (isFailure(outcome)) return heads.at(number)?.hash === hash ? undefined : [];
  if (outcome.result === 'null') return [];
  const block = JSON.parse(outcome.result) as Record<string, unknown>;
  // A reorganisation has replaced the block, and the new one is announced next.
  if (block['hash'] !== hash) return [];
  for (const name of NON_HEADER_MEMBERS) delete block[name];
  return [JSON.stringify(block)];
}
