import type { RpcOutcome } from '../rpc/rpc-call.ts';

interface Flight {
  readonly outcome: Promise<RpcOutcome>;
  readonly ending: AbortController;
  /** What the client that began it had seen. */
  readonly seenBlock: number;
  waiting: number;
  hasLanded: boolean;
}

/** Calls that are under way. Equal calls wait for the same outcome. */
export class Flights {
  readonly #flights = new Map<string, Flight>();

  /** Whether a client that has seen this block would join one with this key. */
  has(key: string, seenBlock: number): boolean {
    // An upstream that was new enough for somebody else may be behind what this client has seen.
    return (this.#flights.get(key)?.seenBlock ?? -1) >= seenBlock;
  }

  /**
   * Joins the flight with this key, or begins it. One that leaves does not end it for the others; it ends when nobody waits for it.
   * Rejects with the reason of the signal when that aborts.
   */
  async join(
    key: string,
    seenBlock: number,
    signal: AbortSignal,
    begin: (signal: AbortSignal) => Promise<RpcOutcome>,
  ): Promise<RpcOutcome> {
    let flight = this.#flights.get(key);
    if (!flight || flight.seenBlock < seenBlock) flight = this.#begin(key, seenBlock, begin);
    flight.waiting += 1;
    try {
      return await orAborted(flight.outcome, signal);
    } finally {
      flight.waiting -= 1;
      if (flight.waiting === 0 && !flight.hasLanded) flight.ending.abort();
    }
  }

  #begin(
    key: string,
    seenBlock: number,
    begin: (signal: AbortSignal) => Promise<RpcOutcome>,
  ): Flight {
    const ending = new AbortController();
    const outcome = begin(ending.signal);
    const flight: Flight = { outcome, ending, seenBlock, waiting: 0, hasLanded: false };
    this.#flights.set(key, flight);
    const land = () => {
      flight.hasLanded = true;
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    };
    outcome.then(land, land);
    return flight;
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
