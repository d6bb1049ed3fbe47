import { Link, LinkedList } from './linked-list.ts';

/** An object with a deadline. The deadline may be moved at any time by assigning it. */
export interface Timed {
  /** On the wheel's clock, in milliseconds; `Infinity`: no deadline. */
  deadline: number;
  /** Managed by the wheel; undefined while the object is not on it. */
  wheelEntry: WheelEntry | undefined;
  onDeadline(): void;
}

export class WheelEntry {
  readonly timed: Timed;
  readonly link = new Link<WheelEntry>(this);
  /** The slot that holds the entry, and the time at which the slot is checked. */
  slot: LinkedList<WheelEntry> | undefined;
  at = 0;

  constructor(timed: Timed) {
    this.timed = timed;
  }
}

export interface TimerWheelOptions {
  /** The resolution: deadlines fire up to this much late. */
  readonly tickMs: number;
  /** A monotonic clock. */
  readonly now: () => number;
}

/** Slots of one turn: with ticks of 100 ms about 26 seconds. Later deadlines are checked once a turn. */
const SLOTS = 256;
/** If a tick is more than this many ticks late, the process was paused. */
const PAUSE_TICKS = 5;

/**
 * A timer wheel for all deadlines of a process. Time in which the process is paused, for example because the machine is suspended, does not
 * count: peers cannot meet a deadline during a pause. Deadlines that are set before the wheel notices the pause are relative to the last
 * tick. So time on the wheel may pass more slowly than on its clock, never faster. Moving a deadline costs one assignment: the entry stays
 * in its slot and is moved when that slot is checked. `touch` is needed only if the new deadline is earlier.
 */
export class TimerWheel {
  readonly #tickMs: number;
  readonly #now: () => number;
  readonly #slots = Array.from({ length: SLOTS }, () => new LinkedList<WheelEntry>());
  #tick: number;
  #seen: number;
  /** Total time of the pauses, in milliseconds. */
  #paused = 0;
  #timer: NodeJS.Timeout | undefined;
  #pendingCheck: NodeJS.Immediate | undefined;

  constructor({ tickMs, now }: TimerWheelOptions) {
    this.#tickMs = tickMs;
    this.#now = now;
    this.#seen = now();
    this.#tick = Math.floor(this.#seen / tickMs);
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#onTick(), this.#tickMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    clearImmediate(this.#pendingCheck);
    this.#timer = undefined;
  }

  /** The time of the last tick: exact enough for deadlines, and cheaper than reading the clock. */
  now(): number {
    return this.#seen;
  }

  add(timed: Timed): void {
    timed.wheelEntry = new WheelEntry(timed);
    this.#schedule(timed.wheelEntry);
  }

  remove(timed: Timed): void {
    const entry = timed.wheelEntry;
    entry?.slot?.remove(entry.link);
    timed.wheelEntry = undefined;
  }

  /** To be called after a deadline was moved to an earlier time. */
  touch(timed: Timed): void {
    const entry = timed.wheelEntry;
    if (entry && entry.at > timed.deadline) this.#schedule(entry);
  }

  /** Checks the due slots. */
  turn(): void {
    this.#seen = this.#now() - this.#paused;
    this.#checkDue();
  }

  #onTick(): void {
    const late = this.#now() - this.#paused - this.#seen - this.#tickMs;
    if (late > PAUSE_TICKS * this.#tickMs) this.#paused += late;
    this.#seen = this.#now() - this.#paused;
    // The event loop runs timers before the I/O that has arrived in the meantime, and that I/O may move deadlines.
    clearImmediate(this.#pendingCheck);
    this.#pendingCheck = setImmediate(() => this.#checkDue());
  }

  #checkDue(): void {
    const tick = Math.floor(this.#seen / this.#tickMs);
    // After a long pause of the process every slot is checked once.
    const first = Math.max(this.#tick + 1, tick - SLOTS + 1);
    this.#tick = tick;
    for (let each = first; each <= tick; each++) this.#checkSlot(each % SLOTS);
  }

  #checkSlot(index: number): void {
    const slot = this.#slots[index];
    if (slot?.first === undefined) return;
    const now = this.#seen;
    for (const entry of [...slot]) {
      // The `onDeadline` of an earlier entry may have removed this one.
      if (entry.timed.wheelEntry !== entry) continue;
      this.#schedule(entry);
      if (entry.timed.deadline <= now) entry.timed.onDeadline();
    }
  }

  #schedule(entry: WheelEntry): void {
    const wanted = Math.ceil(entry.timed.deadline / this.#tickMs);
    const tick = Math.min(Math.max(wanted, this.#tick + 1), this.#tick + SLOTS - 1);
    entry.at = tick * this.#tickMs;
    entry.slot?.remove(entry.link);
    entry.slot = this.#slots[tick % SLOTS];
    entry.slot?.add(entry.link);
  }
}
