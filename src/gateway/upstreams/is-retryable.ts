import { isLogRefusal } from '../../catalogs/log-refusals.ts';
import { isBlockRefusal, isNodeRefusal } from '../../catalogs/node-refusals.ts';
import type { RpcMethod } from '../../catalogs/rpc-methods/rpc-method.ts';
import { requestedBlockHash } from '../calls/requested-block-hash.ts';
import { heightOf } from '../heads/block-ref.ts';
import { isFailure, type RpcCall, type RpcOutcome } from '../rpc/rpc-call.ts';

/** Whether another upstream may return a better outcome: this one is caused by the node, not by the call. */
export function isRetryable(
  call: RpcCall,
  method: RpcMethod,
  outcome: RpcOutcome,
  latest: number | undefined,
): boolean {
  if (isFailure(outcome)) {
    const { error, isOfNode = false } = outcome;
    return isOfNode || isNodeRefusal(error) || isLogRefusal(error);
  }
  // The chain has this block, so a node that returns null lacks it.
  if (outcome.result !== 'null' || method.validity.kind !== 'block') return false;
  const number = heightOf(call.params[method.validity.index]);
  return number !== undefined && latest !== undefined && number <= latest;
}

/** Whether an upstream says that it does not have a block which the chain has: the head of the upstream may have gone back. */
export function lacksBlock(
  call: RpcCall,
  { validity }: RpcMethod,
  outcome: RpcOutcome,
  latest: number | undefined,
): boolean {
  if (validity.kind !== 'block' && validity.kind !== 'range') return false;
  const named = call.params[validity.index];
  const isRange = typeof named === 'object' && named !== null;
  const number = heightOf(isRange ? (named as { toBlock?: unknown }).toBlock : named);
  if (number === undefined || latest === undefined || number > latest) return false;
  return isFailure(outcome) ? isBlockRefusal(outcome.error) : outcome.result === 'null';
}

/** Whether an upstream does not have what a call names by hash: it may not have received it yet. */
export function isUnconfirmedNull(call: RpcCall, method: RpcMethod, outcome: RpcOutcome): boolean {
  const isByHash =
    method.validity.kind === 'transaction' || requestedBlockHash(call, method) !== undefined;
  return isByHash && !isFailure(outcome) && outcome.result === 'null';
}
