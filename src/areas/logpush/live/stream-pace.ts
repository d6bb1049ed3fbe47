import type { Clock } from '../../../kernel/clock.ts';

/** More than a person can follow, and few enough for a page that draws each of them. */
const REQUESTS_PER_SECOND = 100;

/** Limits the requests that a client gets, and counts those that it does not get. */
export class StreamPace {
  readonly #clock: Clock;
  #second = 0;
  #shown = 0;
  #leftOut = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The message with those of the records that may be shown; undefined if there is none. */
  message(records: readonly string[], isFull: boolean): string | undefined {
    const second = Math.floor(this.#clock.tick() / 1_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#shown = 0;
    }
    const room = isFull ? 0 : REQUESTS_PER_SECOND - this.#shown;
    const shown = records.slice(0, room);
    this.#leftOut += records.length - shown.length;
    if (shown.length === 0) return undefined;
    this.#shown += shown.length;
    const message = `{"requests":[${shown.join(',')}],"left_out":${this.#leftOut}}`;
    this.#leftOut = 0;
    return message;
  }
}
