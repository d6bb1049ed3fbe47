/** Bytes that frames without content may take at once, and per second. */
const BURST = 64 * 1024;
const PER_SECOND = 4 * 1024;

/**
 * Bounds what a visitor may send on a connection without asking for anything: PING, SETTINGS, WINDOW_UPDATE,
 * PRIORITY, empty or padded DATA, resets, frames for streams that are closed, requests that are refused. The
 * smallest frame has 9 bytes, so that a bound on bytes is one on frames. What carries content is no part of it:
 * it is reported as carried, and only the difference to what was received counts.
 */
export class ControlBudget {
  readonly #burst: number;
  #left: number;
  #received = 0;
  #carried = 0;
  #following = 0;
  #lookedAt: number;

  /** `headBytes`: what may have come of a request that is not complete. */
  constructor(headBytes: number, now: number) {
    this.#burst = BURST + headBytes;
    this.#left = this.#burst;
    this.#lookedAt = now;
  }

  /** Bytes that carried content, or that content must have caused. */
  carried(bytes: number): void {
    this.#carried += bytes;
  }

  /** Bytes that may be on their way to a stream that is closed already. They are excused if they come soon. */
  mayFollow(bytes: number): void {
    this.#following += bytes;
  }

  /** Whether more was received than content explains. `received` counts from the beginning of the connection. */
  isExceeded(received: number, now: number): boolean {
    const unexplained = received - this.#received - this.#carried;
    const excused = Math.min(Math.max(unexplained, 0), this.#following);
    this.#left -= unexplained - excused;
    this.#following = (this.#following - excused) / 2;
    this.#received = received;
    this.#carried = 0;
    this.#left += ((now - this.#lookedAt) / 1_000) * PER_SECOND;
    this.#lookedAt = now;
    if (this.#left > this.#burst) this.#left = this.#burst;
    return this.#left < 0;
  }
}
