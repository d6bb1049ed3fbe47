import type { RpcMethod } from '../../catalogs/rpc-methods/rpc-method.ts';
import { isHash } from '../calls/param-checks.ts';
import { heightOf } from '../heads/block-ref.ts';
import type { ChainHeads } from '../heads/chain-heads.ts';
import type { JsonText, RpcCall } from '../rpc/rpc-call.ts';
import type { Retention } from './result-cache.ts';

/** Empty results are not cached, because the node may have the data a moment later. */
const EMPTY: ReadonlySet<JsonText> = new Set(['null', '"0x"', '[]', '{}', '""']);

export interface RetentionContext {
  readonly heads: Pick<ChainHeads, 'latest' | 'finalized' | 'numberOf'>;
  readonly blockMs: number;
  /** In ticks of the clock. */
  readonly now: number;
}

/** How long a result is cached; undefined: not at all. */
export function retentionOf(
  call: RpcCall,
  method: RpcMethod,
  result: JsonText,
  context: RetentionContext,
): Retention | undefined {
  if (EMPTY.has(result)) return undefined;
  switch (method.validity.kind) {
    case 'static':
      return { until: Number.POSITIVE_INFINITY, block: undefined };
    case 'hash':
      return ofBlock(heightOfHash(call.params[0], result, context), context);
    case 'transaction':
      return ofBlock(heightIn(result, 'blockNumber'), context);
    case 'block':
      return ofBlock(heightOfBlock(call.params[method.validity.index], result, context), context);
    case 'range':
      return ofBlock(heightOfRange(call.params[method.validity.index], context), context);
    case 'head':
      return { until: context.now + context.blockMs, block: context.heads.latest?.number };
    case 'never':
      return undefined;
  }
}

/** Retention of a result that depends on one block. */
function ofBlock(
  number: number | undefined,
  { heads, blockMs, now }: RetentionContext,
): Retention | undefined {
  if (number === undefined || heads.latest === undefined || number > heads.latest.number) {
    return undefined;
  }
  return heads.finalized !== undefined && number <= heads.finalized
    ? { until: Number.POSITIVE_INFINITY, block: undefined }
    : { until: now + 2 * blockMs, block: number };
}

function heightOfBlock(
  block: unknown,
  result: JsonText,
  context: RetentionContext,
): number | undefined {
  if (isHash(block)) return heightOfHash(block, result, context);
  if (typeof block !== 'object' || block === null) return heightOf(block);
  const { blockHash, blockNumber } = block as { blockHash?: unknown; blockNumber?: unknown };
  return blockHash === undefined ? heightOf(blockNumber) : heightOfHash(blockHash, result, context);
}

function heightOfRange(filter: unknown, { heads }: RetentionContext): number | undefined {
  const { blockHash, toBlock } = filter as { blockHash?: unknown; toBlock?: unknown };
  return typeof blockHash === 'string'
    ? heads.numberOf(blockHash.toLowerCase())
    : heightOf(toBlock);
}

function heightOfHash(
  hash: unknown,
  result: JsonText,
  { heads }: RetentionContext,
): number | undefined {
  return (
    heads.numberOf(String(hash).toLowerCase()) ??
    heightIn(result, 'number') ??
    heightIn(result, 'blockNumber')
  );
}

/** Reads a block height from the first member with this name: in a block, in a transaction, or in the first receipt of a list. */
function heightIn(result: JsonText, member: string): number | undefined {
  const [, text] = new RegExp(`"${member}"\\s*:\\s*"(0x[0-9a-fA-F]{1,13})"`).exec(result) ?? [];
  return heightOf(text);
}
