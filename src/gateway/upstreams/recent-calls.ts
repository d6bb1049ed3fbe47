import type { Clock } from '../../kernel/clock.ts';

const SLOT_MS = 10_000;
const SLOTS = 6;
/** Upper ends of the ranges in which response times are counted: from 1 ms up in steps of a quarter. */
const BOUNDS = Array.from({ length: 48 }, (_, n) => 1.25 ** n);
/** Fewer answers say little about how long they usually take. */
const FEWEST_ANSWERS = 20;
/** A call that was given up earlier says nothing about the upstream, however fast that usually is. */
const SHORTEST_GIVEN_UP_MS = 50;

interface Slot {
  readonly index: number;
  answers: number;
  faults: number;
  /** Calls that were given up after more than the usual time. */
  givenUp: number;
  tooLarge: number;
  /** How many answers came, or calls were given up, after which time. */
  readonly times: Uint32Array;
}

/** How the calls of the last minute went. */
export class RecentCalls {
  readonly #clock: Clock;
  #slots: Slot[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A call was answered after so many milliseconds. */
  answered(ms: number): void {
    const slot = this.#current();
    slot.answers += 1;
    countTime(slot, ms);
  }

  failed(): void {
    this.#current().faults += 1;
  }

  /** An answer was longer than the gateway takes. */
  tooLarge(): void {
    this.#current().tooLarge += 1;
  }

  /**
   * Nobody waited any longer for a call that had taken so many milliseconds. If that is more than usual, the answer would have taken
   * even longer: without it, an upstream that never answers would look as if it were never slow.
   */
  abandoned(ms: number): void {
    if (ms <= Math.max(this.p95Ms ?? 0, SHORTEST_GIVEN_UP_MS)) return;
    const slot = this.#current();
    slot.givenUp += 1;
    countTime(slot, ms);
  }

  get faults(): number {
    return this.#sum(({ faults }) => faults);
  }

  /** Share of calls that failed, of those that came to their end. */
  get errorRate(): number {
    return share(
      this.faults,
      this.#sum(({ answers }) => answers),
    );
  }

  /** Share of calls that failed, had too large an answer, or were given up after more than the usual time. */
  get missedRate(): number {
    return share(
      this.#sum(({ faults, givenUp, tooLarge }) => faults + givenUp + tooLarge),
      this.#sum(({ answers }) => answers),
    );
  }

  /** 95 of 100 calls took at most so many milliseconds; undefined if there were too few to say. */
  get p95Ms(): number | undefined {
    const slots = this.#recent();
    const givenUp = slots.reduce((sum, slot) => sum + slot.givenUp, 0);
    const total = slots.reduce((sum, { answers }) => sum + answers, givenUp);
    if (total < FEWEST_ANSWERS && givenUp === 0) return undefined;
    let count = 0;
    for (const [n, bound] of BOUNDS.entries()) {
      for (const { times } of slots) count += times[n] ?? 0;
      if (count >= total * 0.95) return bound;
    }
    return BOUNDS.at(-1);
  }

  #sum(of: (slot: Slot) => number): number {
    return this.#recent().reduce((sum, slot) => sum + of(slot), 0);
  }

  #recent(): readonly Slot[] {
    const index = Math.floor(this.#clock.tick() / SLOT_MS);
    this.#slots = this.#slots.filter((slot) => slot.index > index - SLOTS);
    return this.#slots;
  }

  #current(): Slot {
    const index = Math.floor(this.#clock.tick() / SLOT_MS);
    const last = this.#slots.at(-1);
    if (last?.index === index) return last;
    const times = new Uint32Array(BOUNDS.length);
    const slot = { index, answers: 0, faults: 0, givenUp: 0, tooLarge: 0, times };
    this.#slots = [...this.#recent(), slot];
    return slot;
  }
}

function countTime({ times }: Slot, ms: number): void {
  let at = 0;
  while (at < BOUNDS.length - 1 && ms > (BOUNDS[at] ?? 0)) at += 1;
  times[at] = (times[at] ?? 0) + 1;
}

function share(missed: number, answers: number): number {
  return missed === 0 ? 0 : missed / (missed + answers);
}
