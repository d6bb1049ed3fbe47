import { isLogRefusal } from '../../catalogs/log-refusals.ts';
import type { RpcMethod } from '../../catalogs/rpc-methods/rpc-method.ts';
import { requestedBlockHash } from '../calls/requested-block-hash.ts';
import { heightOf } from '../heads/block-ref.ts';
import { isFailure, type RpcCall, type RpcOutcome } from '../rpc/rpc-call.ts';

/** Error messages of nodes that lack data or a method which other nodes may have. */
const MISSING =
  /header not found|beyond current head|missing trie node|unknown block|block not found|not synced|no state available|historical state|pruned|method not found|not (?:available|supported)|rate limit|too many requests|limit exceeded|internal error|timeout/i;
const CODES: ReadonlySet<number> = new Set([-32601, -32603, -32005, -32046, 429]);

/** Whether another upstream may return a better outcome: this one is caused by the node, not by the call. */
export function isRetryable(
  call: RpcCall,
  method: RpcMethod,
  outcome: RpcOutcome,
  latest: number | undefined,
): boolean {
  if (isFailure(outcome)) {
    const { code, message } = outcome.error;
    return CODES.has(code) || (code !== 3 && MISSING.test(message)) || isLogRefusal(outcome.error);
  }
  // The chain has this block, so a node that returns null lacks it.
  if (outcome.result !== 'null' || method.validity.kind !== 'block') return false;
  const number = heightOf(call.params[method.validity.index]);
  return number !== undefined && latest !== undefined && number <= latest;
}

/** Whether an upstream does not have what a call names by hash: it may not have received it yet. */
export function isUnconfirmedNull(call: RpcCall, method: RpcMethod, outcome: RpcOutcome): boolean {
  const isByHash =
    method.validity.kind === 'transaction' || requestedBlockHash(call, method) !== undefined;
  return isByHash && !isFailure(outcome) && outcome.result === 'null';
}
