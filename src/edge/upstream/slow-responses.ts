import { errors } from 'undici';

/** How often responses are checked; no time-out is more exact than this. */
const CHECK_MS = 500;

/** A response, or the rest of one, that an origin has not sent yet. */
export interface PendingResponse {
  /** Its index while it is watched. */
  slot: number;
  /** Checks in a row since which nothing arrived. */
  idleChecks: number;
  readonly hasHead: boolean;
  /** Whether the origin is not to blame for the pause: the body of the request is still on its way, or the visitor reads nothing. */
  isExcused(): boolean;
  fail(error: Error): void;
}

/**
 * Ends requests whose origin sends nothing for too long. One timer checks all of them: the time-outs of the
 * HTTP client would create two timers for every request.
 */
export class SlowResponses {
  /**
   * Slots that are used again and again. A Set would be simpler, but each time it grows it leaves its old
   * table behind with what it held, and the garbage collector then takes requests for long-lived:
   * that costs a fifth of the throughput.
   */
  readonly #pending: (PendingResponse | undefined)[] = [];
  readonly #freeSlots: number[] = [];
  readonly #headLimit: number;
  readonly #idleLimit: number;
  readonly #timer: NodeJS.Timeout;

  constructor({ responseMs, idleMs }: { readonly responseMs: number; readonly idleMs: number }) {
    this.#headLimit = checksIn(responseMs);
    this.#idleLimit = checksIn(idleMs);
    this.#timer = setInterval(() => this.#check(), CHECK_MS).unref();
  }

  watch(pending: PendingResponse): void {
    pending.slot = this.#freeSlots.pop() ?? this.#pending.length;
    this.#pending[pending.slot] = pending;
  }

  forget(pending: PendingResponse): void {
    if (this.#pending[pending.slot] !== pending) return;
    this.#pending[pending.slot] = undefined;
    this.#freeSlots.push(pending.slot);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    for (const pending of this.#pending) {
      if (!pending) continue;
      if (pending.isExcused()) pending.idleChecks = 0;
      else pending.idleChecks += 1;
      // The first check may come right after the start, so it does not count.
      if (pending.idleChecks <= (pending.hasHead ? this.#idleLimit : this.#headLimit)) continue;
      this.forget(pending);
      pending.fail(
        pending.hasHead ? new errors.BodyTimeoutError() : new errors.HeadersTimeoutError(),
      );
    }
  }
}

/** In settings, 0 means no limit. */
const checksIn = (ms: number): number =>
  ms === 0 ? Number.POSITIVE_INFINITY : Math.ceil(ms / CHECK_MS);
