import type { RpcOutcome } from '../rpc/rpc-call.ts';

interface CallInFlight {
  readonly outcome: Promise<RpcOutcome>;
  readonly ending: AbortController;
  /** The newest block that the first caller had seen. */
  readonly seenBlock: number;
  waiting: number;
  isSettled: boolean;
}

/** Calls in flight, by key. Equal calls share one outcome. */
export class CallsInFlight {
  readonly #inFlight = new Map<string, CallInFlight>();

  /** Whether a client that has seen this block would join a call with this key. */
  has(key: string, seenBlock: number): boolean {
    // The upstream was chosen for the first caller, and may lack a block that this client has seen.
    return (this.#inFlight.get(key)?.seenBlock ?? -1) >= seenBlock;
  }

  /** Later calls do not join those that are in flight now. */
  forget(): void {
    this.#inFlight.clear();
  }

  /**
   * Joins the call with this key, or begins it. If `signal` aborts, rejects with its reason; the call continues for the other callers, and
   * is aborted when the last one has left.
   */
  async join(
    key: string,
    seenBlock: number,
    signal: AbortSignal,
    begin: (signal: AbortSignal) => Promise<RpcOutcome>,
  ): Promise<RpcOutcome> {
    let shared = this.#inFlight.get(key);
    if (!shared || shared.seenBlock < seenBlock) shared = this.#begin(key, seenBlock, begin);
    shared.waiting += 1;
    try {
      return await orAborted(shared.outcome, signal);
    } finally {
      shared.waiting -= 1;
      if (shared.waiting === 0 && !shared.isSettled) shared.ending.abort();
    }
  }

  #begin(
    key: string,
    seenBlock: number,
    begin: (signal: AbortSignal) => Promise<RpcOutcome>,
  ): CallInFlight {
    const ending = new AbortController();
    const outcome = begin(ending.signal);
    const shared: CallInFlight = { outcome, ending, seenBlock, waiting: 0, isSettled: false };
    this.#inFlight.set(key, shared);
    const settle = () => {
      shared.isSettled = true;
      if (this.#inFlight.get(key) === shared) this.#inFlight.delete(key);
    };
    outcome.then(settle, settle);
    return shared;
  }
}

function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
