import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Network } from '../../catalogs/networks/network.ts';
import type { RpcCall, RpcOutcome } from '../rpc/rpc-call.ts';
import type { CallHandler } from './call-handler.ts';

/** Returns the results of methods that need no upstream. */
export function localResults(network: Network, next: CallHandler): CallHandler {
  const fixed: ReadonlyMap<string, RpcOutcome> = new Map([
    ['web3_clientVersion', { result: '"Palisade"' }],
    ['net_version', { result: `"${network.chainId}"` }],
    ['net_listening', { result: 'true' }],
    ['eth_chainId', { result: `"0x${network.chainId.toString(16)}"` }],
    ['eth_mining', { result: 'false' }],
  ]);
  return (call, context) => fixed.get(call.method) ?? computed(call) ?? next(call, context);
}

function computed({ method, params: [data] }: RpcCall): RpcOutcome | undefined {
  if (method !== 'web3_sha3') return undefined;
  const bytes = Buffer.from(String(data).slice(2), 'hex');
  return { result: `"0x${Buffer.from(keccak_256(bytes)).toString('hex')}"` };
}
