import type { Network } from '../catalogs/networks/network.ts';
import type { RpcMethod } from '../catalogs/rpc-methods/rpc-method.ts';
import { rpcMethods } from '../catalogs/rpc-methods/rpc-methods.ts';
import type { Clock } from '../kernel/clock.ts';
import type { CallContext, CallHandler, ClientView } from './calls/call-handler.ts';
import { checkCall } from './calls/check-call.ts';
import type { MethodTable } from './calls/method-table.ts';
import type { ChainHeads } from './heads/chain-heads.ts';
import type { RpcCall, RpcOutcome } from './rpc/rpc-call.ts';
import { rpcErrors } from './rpc/rpc-errors.ts';

/** The client of a call to one network. */
export interface Caller {
  readonly view: ClientView;
  /** Aborts when the client disconnects or the time limit expires. Created lazily: results from the cache do not need it. */
  readonly signal: AbortSignal;
  /** Takes calls from the rate limit of the client, for upstream calls beyond the first one. */
  charge(calls: number): void;
}

export interface NetworkGatewayOptions {
  readonly network: Network;
  readonly methods: MethodTable;
  /** Of a call. */
  readonly timeoutMs: number;
  readonly heads: ChainHeads;
  readonly handle: CallHandler;
  readonly clock: Pick<Clock, 'tick'>;
  /** Called when a call has completed. `method` is a name of the catalog, or `other`. */
  onCall(method: string, outcome: RpcOutcome, ms: number): void;
  /** Called on an internal error: a failure that neither the caller nor an upstream has caused. */
  onError(error: unknown): void;
}

/** The signal of the caller is created lazily, when a step reads it. */
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

  charge(calls: number): void {
    this.#caller.charge(calls);
  }
}

/** Handles the calls to one network. */
export class NetworkGateway {
  readonly network: Network;
  readonly timeoutMs: number;
  readonly heads: ChainHeads;
  readonly #options: NetworkGatewayOptions;

  constructor(options: NetworkGatewayOptions) {
    this.network = options.network;
    this.timeoutMs = options.timeoutMs;
    this.heads = options.heads;
    this.#options = options;
  }

  /** Whether equal calls of a batch must be made separately. */
  isStateful(method: string): boolean {
    return this.#options.methods.isStateful(method);
  }

  isDenied(method: string): boolean {
    return this.#options.methods.isDenied(method);
  }

  /** Local and cached results are returned synchronously, without a promise. */
  call(call: RpcCall, caller: Caller): RpcOutcome | Promise<RpcOutcome> {
    const { handle, clock, onCall, methods } = this.#options;
    const began = clock.tick();
    const finish = (outcome: RpcOutcome) => {
      onCall(rpcMethods.has(call.method) ? call.method : 'other', outcome, clock.tick() - began);
      return outcome;
    };
    try {
      const checked = checkCall(call, methods);
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
