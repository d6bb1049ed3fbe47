import type { ForwardedBody } from './forwarded-body.ts';

const CHECK_MS = 5_000;

interface Watched {
  received: number;
  readonly tooSlow: () => void;
}

/**
 * Aborts slow uploads: a visitor that trickles bytes (slowloris) would hold a connection to the origin indefinitely.
 * Time in which the origin does not read is not counted.
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
    // The first check only records the received bytes, because the body may have begun just before it.
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
