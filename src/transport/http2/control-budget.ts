/** Bytes of frames without content: burst, and refill per second. */
const BURST = 64 * 1024;
const PER_SECOND = 4 * 1024;

/**
 * Limits the control frames of a connection, against floods: PING, SETTINGS, WINDOW_UPDATE, PRIORITY, empty or padded DATA, resets, frames
 * for closed streams, refused requests. The smallest frame has 9 bytes, so a limit of bytes also limits the number of frames. Content does
 * not count: its bytes are reported with `countContent` and subtracted from the received bytes.
 */
export class ControlBudget {
  readonly #burst: number;
  #left: number;
  #received = 0;
  #content = 0;
  #late = 0;
  #checkedAt: number;

  /** `headBytes`: allowance for an incomplete request head. */
  constructor(headBytes: number, now: number) {
    this.#burst = BURST + headBytes;
    this.#left = this.#burst;
    this.#checkedAt = now;
  }

  /** Bytes of content, and of control frames that content causes. */
  countContent(bytes: number): void {
    this.#content += bytes;
  }

  /** Exempts bytes that may be in flight to a closed stream. The unused part of the exemption is halved at each check. */
  allowLate(bytes: number): void {
    this.#late += bytes;
  }

  /** Whether the budget is exceeded. `received`: all bytes since the start of the connection. */
  isExceeded(received: number, now: number): boolean {
    const unexplained = received - this.#received - this.#content;
    const excused = Math.min(Math.max(unexplained, 0), this.#late);
    this.#left -= unexplained - excused;
    this.#late = (this.#late - excused) / 2;
    this.#received = received;
    this.#content = 0;
    this.#left += ((now - this.#checkedAt) / 1_000) * PER_SECOND;
    this.#checkedAt = now;
    if (this.#left > this.#burst) this.#left = this.#burst;
    return this.#left < 0;
  }
}
