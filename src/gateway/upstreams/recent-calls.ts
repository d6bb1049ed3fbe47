import type { Clock } from '../../kernel/clock.ts';

const SLOT_MS = 10_000;
const SLOTS = 6;
/** Upper bounds of the latency histogram: from 1 ms up, each 25 % above the last. */
const BOUNDS = Array.from({ length: 48 }, (_, n) => 1.25 ** n);
/** A percentile needs at least this many samples. */
const MIN_RESPONSES = 20;
/** Calls that are abandoned earlier are ignored, however fast the upstream usually is. */
const MIN_ABANDONED_MS = 50;

interface Slot {
  readonly index: number;
  responses: number;
  faults: number;
  /** Calls that were abandoned after more than the usual time. */
  abandonedCalls: number;
  missed: number;
  /** Latency histogram of responses and abandoned calls. */
  readonly times: Uint32Array;
}

/** Statistics of the last minute's calls to an upstream. */
export class RecentCalls {
  readonly #clock: Clock;
  #slots: Slot[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  responded(ms: number): void {
    const slot = this.#current();
    slot.responses += 1;
    countTime(slot, ms);
  }

  failed(): void {
    this.#current().faults += 1;
  }

  /** A response could not be used: it is too large, or of another branch. */
  missed(): void {
    this.#current().missed += 1;
  }

  /**
   * The caller abandoned a call. If it had taken longer than usual, it counts as a slow call: otherwise an upstream that never responds
   * would have no slow calls.
   */
  abandoned(ms: number): void {
    if (ms <= Math.max(this.p95Ms ?? 0, MIN_ABANDONED_MS)) return;
    const slot = this.#current();
    slot.abandonedCalls += 1;
    countTime(slot, ms);
  }

  get faults(): number {
    return this.#sum(({ faults }) => faults);
  }

  /** Share of completed calls that failed. */
  get errorRate(): number {
    return share(
      this.faults,
      this.#sum(({ responses }) => responses),
    );
  }

  /** Share of calls that failed, had an unusable response, or were abandoned after more than the usual time. */
  get missedRate(): number {
    return share(
      this.#sum(({ faults, abandonedCalls, missed }) => faults + abandonedCalls + missed),
      this.#sum(({ responses }) => responses),
    );
  }

  /** 95th percentile of the latency; undefined if there are too few samples. */
  get p95Ms(): number | undefined {
    const slots = this.#recent();
    const abandonedCalls = slots.reduce((sum, slot) => sum + slot.abandonedCalls, 0);
    const total = slots.reduce((sum, { responses }) => sum + responses, abandonedCalls);
    if (total < MIN_RESPONSES && abandonedCalls === 0) return undefined;
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
    const slot = { index, responses: 0, faults: 0, abandonedCalls: 0, missed: 0, times };
    this.#slots = [...this.#recent(), slot];
    return slot;
  }
}

function countTime({ times }: Slot, ms: number): void {
  let at = 0;
  while (at < BOUNDS.length - 1 && ms > (BOUNDS[at] ?? 0)) at += 1;
  times[at] = (times[at] ?? 0) + 1;
}

function share(missed: number, responses: number): number {
  return missed === 0 ? 0 : missed / (missed + responses);
}
