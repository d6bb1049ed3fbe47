/** Of all bodies that are made and not taken yet, in bytes. */
const BUDGET = 24 * 1024 * 1024;
/** What batches that have failed may leave to others. */
const SHARE_OF_RETRIES = 0.5;

interface Sized {
  readonly compressed: Uint8Array;
}

interface Waiting {
  readonly isRetry: boolean;
  begin(): void;
}

/**
 * Makes the bodies of batches. One at a time, because a text and what it is compressed to may take much memory; and
 * only while all that are being sent are within a budget, because receivers may hang. Of this, those that have failed get a
 * part, so that others need not wait for them.
 */
export class BodyQueue {
  readonly #budget: number;
  readonly #waiting = new Set<Waiting>();
  #bytes = 0;
  #isBusy = false;

  constructor(budget = BUDGET) {
    this.#budget = budget;
  }

  /** Of bodies that are being sent. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Whether a body should rather be made again than be kept during a pause. */
  get isTight(): boolean {
    return this.#bytes > this.#budget * SHARE_OF_RETRIES;
  }

  /** Makes a body when it is its turn. It counts until it is released. Rejects if the signal aborts before its turn. */
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
