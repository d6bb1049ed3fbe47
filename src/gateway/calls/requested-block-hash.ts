import type { RpcMethod } from '../../catalogs/rpc-methods/rpc-method.ts';
import type { RpcCall } from '../rpc/rpc-call.ts';
import { isHash } from './param-checks.ts';

/** The hash of the block that a call names, in lower case; undefined if it names a number, a tag, a range or a transaction. */
export function requestedBlockHash(
  { params }: RpcCall,
  { validity }: Pick<RpcMethod, 'validity'>,
): string | undefined {
  if (validity.kind === 'hash') return hashIn(params[0]);
  if (validity.kind !== 'block' && validity.kind !== 'range') return undefined;
  return hashIn(params[validity.index]);
}

function hashIn(param: unknown): string | undefined {
  const hash =
    typeof param === 'object' && param !== null
      ? (param as { readonly blockHash?: unknown }).blockHash
      : param;
  return isHash(hash) ? hash.toLowerCase() : undefined;
}
