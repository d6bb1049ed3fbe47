import type { Network } from '../../catalogs/networks/network.ts';
import type { CallHandler } from '../calls/call-handler.ts';
import { rpcErrors } from '../rpc/rpc-errors.ts';
import type { HttpUpstream } from './http-upstream.ts';
import { UpstreamFault } from './upstream.ts';

/** Asks one upstream after the other until one answers. */
export function askInOrder(network: Network, upstreams: readonly HttpUpstream[]): CallHandler {
  return async (call, { signal }) => {
    for (const upstream of upstreams) {
      try {
        return await upstream.send(call, signal);
      } catch (error) {
        if (signal.aborted) return { error: rpcErrors.timeout() };
        if (!(error instanceof UpstreamFault)) throw error;
      }
    }
    return { error: rpcErrors.unavailable(network.name) };
  };
}
