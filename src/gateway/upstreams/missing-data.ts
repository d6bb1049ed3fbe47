import type { RpcMethod } from '../../catalogs/rpc-methods/rpc-method.ts';
import { heightOf } from '../heads/block-ref.ts';
import { isFailure, type RpcCall, type RpcOutcome } from '../rpc/rpc-call.ts';

/** Texts with which nodes say that they do not have what others may have. */
const MISSING =
  /header not found|missing trie node|unknown block|block not found|not synced|no state available|historical state|pruned|method not found|not (?:available|supported)|rate limit|too many requests|limit exceeded|internal error|timeout/i;
const CODES: ReadonlySet<number> = new Set([-32601, -32603, -32005, -32046, 429]);

/** Whether another upstream may know better: the outcome is about the node, not about the call. */
export function isAboutTheNode(
  call: RpcCall,
  method: RpcMethod,
  outcome: RpcOutcome,
  latest: number | undefined,
): boolean {
  if (isFailure(outcome)) {
    const { code, message } = outcome.error;
    return CODES.has(code) || (code !== 3 && MISSING.test(message));
  }
  // A block that exists is there.
  if (outcome.result !== 'null' || method.validity.kind !== 'block') return false;
  const number = heightOf(call.params[method.validity.index]);
  return number !== undefined && latest !== undefined && number <= latest;
}
