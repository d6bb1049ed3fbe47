import type { Network } from '../catalogs/networks/network.ts';
import type { CallHandler, ClientView } from './calls/call-handler.ts';
import { checkCall } from './calls/check-call.ts';
import type { ChainHeads } from './heads/chain-heads.ts';
import type { RpcCall, RpcOutcome } from './rpc/rpc-call.ts';

/** Who calls, from the view of one network. */
export interface Caller {
  readonly view: ClientView;
  /** Aborts when the caller is gone or the time is up. */
  readonly signal: AbortSignal;
}

/** Answers calls about one network. */
export class NetworkGateway {
  readonly network: Network;
  readonly heads: ChainHeads;
  readonly #handle: CallHandler;

  constructor(network: Network, heads: ChainHeads, handle: CallHandler) {
    this.network = network;
    this.heads = heads;
    this.#handle = handle;
  }

  async call(call: RpcCall, { view, signal }: Caller): Promise<RpcOutcome> {
    const checked = checkCall(call);
    if ('error' in checked) return checked;
    return await this.#handle(call, { method: checked.method, client: view, signal });
  }
}
