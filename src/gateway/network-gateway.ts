import type { Network } from '../catalogs/networks/network.ts';
import type { RpcMethod } from '../catalogs/rpc-methods/rpc-method.ts';
import { rpcMethods } from '../catalogs/rpc-methods/rpc-methods.ts';
import type { Clock } from '../kernel/clock.ts';
import type { CallContext, CallHandler, ClientView } from './calls/call-handler.ts';
import { checkCall } from './calls/check-call.ts';
import type { ChainHeads } from './heads/chain-heads.ts';
import type { RpcCall, RpcOutcome } from './rpc/rpc-call.ts';
import { rpcErrors } from './rpc/rpc-errors.ts';

/** Who calls, from the view of one network. */
export interface Caller {
  readonly view: ClientView;
  /** Aborts when the caller is gone or the time is up. Asked for only by calls that take a while. */
  readonly signal: AbortSignal;
}

export interface NetworkGatewayOptions {
  readonly network: Network;
  readonly heads: ChainHeads;
  readonly handle: CallHandler;
  readonly clock: Pick<Clock, 'tick'>;
  /** A call came to this after so many milliseconds. The method is one of the catalog, or `other`. */
  onCall(method: string, outcome: RpcOutcome, ms: number): void;
  /** A call failed for no fault of the caller or an upstream. */
  onError(error: unknown): void;
}

/** Asks for the signal of the caller only if somebody asks for it here. */
class CallerContext implements CallContext {
  readonly method: RpcMethod;
  readonly client: ClientView;
  readonly #caller: Caller;

  constructor(method: RpcMethod, caller: Caller) {
    this.method = method;
    this.client = caller.view;
    this.#caller = caller;
  }

  get signal(): AbortSignal {
    return this.#caller.signal;
  }
}

/** Answers calls about one network. */
export class NetworkGateway {
  readonly network: Network;
  readonly heads: ChainHeads;
  readonly #options: NetworkGatewayOptions;

  constructor(options: NetworkGatewayOptions) {
    this.network = options.network;
    this.heads = options.heads;
    this.#options = options;
  }

  /** What is known is answered at once, without a promise. */
  call(call: RpcCall, caller: Caller): RpcOutcome | Promise<RpcOutcome> {
    const { handle, clock, onCall } = this.#options;
    const began = clock.tick();
    const finish = (outcome: RpcOutcome) => {
      onCall(rpcMethods.has(call.method) ? call.method : 'other', outcome, clock.tick() - began);
      return outcome;
    };
    try {
      const checked = checkCall(call);
      if ('error' in checked) return finish(checked);
      const outcome = handle(call, new CallerContext(checked.method, caller));
      if (!(outcome instanceof Promise)) return finish(outcome);
      return outcome.then(finish, (error) => finish(this.#failure(error)));
    } catch (error) {
      return finish(this.#failure(error));
    }
  }

  #failure(error: unknown): RpcOutcome {
    this.#options.onError(error);
    return { error: rpcErrors.internal() };
  }
}
