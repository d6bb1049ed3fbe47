import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Network } from '../../catalogs/networks/network.ts';
import type { RpcCall } from '../rpc/rpc-call.ts';
import type { CallHandler } from './call-handler.ts';

/** Answers what needs no upstream. */
export function ownAnswers(network: Network, next: CallHandler): CallHandler {
  const fixed: ReadonlyMap<string, string> = new Map([
    ['web3_clientVersion', '"Palisade"'],
    ['net_version', `"${network.chainId}"`],
    ['net_listening', 'true'],
    ['eth_chainId', `"0x${network.chainId.toString(16)}"`],
    ['eth_mining', 'false'],
  ]);
  return async (call, context) => {
    const result = fixed.get(call.method) ?? computed(call);
    return result === undefined ? await next(call, context) : { result };
  };
}

function computed({ method, params: [data] }: RpcCall): string | undefined {
  if (method !== 'web3_sha3') return undefined;
  const bytes = Buffer.from(String(data).slice(2), 'hex');
  return `"0x${Buffer.from(keccak_256(bytes)).toString('hex')}"`;
}
