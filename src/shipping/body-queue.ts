/** Bytes of all bodies that are created and not delivered yet. */
const BUDGET = 24 * 1024 * 1024;
/** Retries may not use more than this share of the budget. */
const SHARE_OF_RETRIES = 0.5;

interface Sized {
  readonly compressed: Uint8Array;
}

interface Waiting {
  readonly isRetry: boolean;
  begin(): void;
}

/**
 * Creates the bodies of batches: one at a time, because a text and its compressed form may take much memory, and only while the bodies in
 * flight are within a budget, because destinations may hang. Retries get only a share of the budget, so that other batches do not wait for
 * them.
 */
export class BodyQueue {
  readonly #budget: number;
  readonly #waiting = new Set<Waiting>();
  #bytes = 0;
  #isBusy = false;

  constructor(budget = BUDGET) {
    this.#budget = budget;
  }

  /** Bytes of the bodies in flight. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Whether a body should be recreated after a pause instead of kept in memory. */
  get isTight(): boolean {
    return this.#bytes > this.#budget * SHARE_OF_RETRIES;
  }

  /** Creates a body when it is its turn. It counts until it is released. Rejects if the signal aborts before. */
  async make<Body extends Sized>(
    work: () => Promise<Body | undefined>,
    isRetry: boolean,
    signal: AbortSignal,
  ): Promise<Body | undefined> {
    await this.#turn(isRetry, signal);
    try {
      const body = await work();
      this.#bytes += body?.compressed.length ?? 0;
      return body;
    } finally {
      this.#isBusy = false;
      this.#next();
    }
  }

  release({ compressed }: Sized): void {
    this.#bytes -= compressed.length;
    this.#next();
  }

  async #turn(isRetry: boolean, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { isRetry, begin: resolve };
    const leave = () => {
      if (this.#waiting.delete(waiting)) reject(signal.reason);
    };
    this.#waiting.add(waiting);
    signal.addEventListener('abort', leave, { once: true });
    this.#next();
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  #next(): void {
    if (this.#isBusy) return;
    const next = this.#waiting.values().find(({ isRetry }) => this.#hasSpace(isRetry));
    if (!next) return;
    this.#waiting.delete(next);
    this.#isBusy = true;
    next.begin();
  }

  #hasSpace(isRetry: boolean): boolean {
    return isRetry ? !this.isTight : this.#bytes < this.#budget;
  }
}
