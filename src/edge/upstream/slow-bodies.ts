import type { ForwardedBody } from './forwarded-body.ts';

const CHECK_MS = 5_000;

interface Watched {
  received: number;
  readonly tooSlow: () => void;
}

/**
 * Ends uploads that trickle: a visitor who sends a byte now and then would hold a connection to the
 * origin for ever. Time in which the origin does not read does not count.
 */
export class SlowBodies {
  readonly #bodies = new Map<ForwardedBody, Watched>();
  readonly #leastBytes: number;
  readonly #timer: NodeJS.Timeout;

  constructor(bytesPerSecond: number) {
    this.#leastBytes = (bytesPerSecond * CHECK_MS) / 1000;
    this.#timer = setInterval(() => this.#check(), CHECK_MS).unref();
  }

  watch(body: ForwardedBody, tooSlow: () => void): void {
    // The first check only records where the body is: it may have begun a moment before.
    this.#bodies.set(body, { received: Number.NEGATIVE_INFINITY, tooSlow });
  }

  forget(body: ForwardedBody): void {
    this.#bodies.delete(body);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    for (const [body, watched] of this.#bodies) {
      if (body.isWaiting && body.received - watched.received < this.#leastBytes) {
        this.#bodies.delete(body);
        watched.tooSlow();
      }
      watched.received = body.received;
    }
  }
}
