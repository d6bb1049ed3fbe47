import type { Clock } from '../../kernel/clock.ts';

const SLOT_MS = 10_000;
const SLOTS = 6;
/** Upper ends of the ranges in which response times are counted: from 1 ms up in steps of a quarter. */
const BOUNDS = Array.from({ length: 48 }, (_, n) => 1.25 ** n);

interface Slot {
  readonly index: number;
  calls: number;
  faults: number;
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
    slot.calls += 1;
    let at = 0;
    while (at < BOUNDS.length - 1 && ms > (BOUNDS[at] ?? 0)) at += 1;
    slot.times[at] = (slot.times[at] ?? 0) + 1;
  }

  failed(): void {
    const slot = this.#current();
    slot.calls += 1;
    slot.faults += 1;
  }

  get calls(): number {
    return this.#sum(({ calls }) => calls);
  }

  get faults(): number {
    return this.#sum(({ faults }) => faults);
  }

  get errorRate(): number {
    const { calls } = this;
    return calls === 0 ? 0 : this.faults / calls;
  }

  /** 95 of 100 answers came within so many milliseconds; undefined if there were too few to say. */
  get p95Ms(): number | undefined {
    const slots = this.#recent();
    const total = slots.reduce((sum, { calls, faults }) => sum + calls - faults, 0);
    if (total < 20) return undefined;
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
    const slot = { index, calls: 0, faults: 0, times: new Uint32Array(BOUNDS.length) };
    this.#slots = [...this.#recent(), slot];
    return slot;
  }
}
