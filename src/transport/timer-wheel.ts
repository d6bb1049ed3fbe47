import { Link, LinkedList } from './linked-list.ts';

/** Something that has to come to an end in time. Its deadline may be moved at any moment by assigning it. */
export interface Timed {
  /** On the wheel's clock, in milliseconds; `Infinity` while there is none. */
  deadline: number;
  /** For the wheel alone: undefined while it is on none. */
  wheelEntry: WheelEntry | undefined;
  onDeadline(): void;
}

/** The place of something timed on the wheel. */
export class WheelEntry {
  readonly timed: Timed;
  readonly link = new Link<WheelEntry>(this);
  /** The slot that holds the entry, and when it is looked at. */
  slot: LinkedList<WheelEntry> | undefined;
  at = 0;

  constructor(timed: Timed) {
    this.timed = timed;
  }
}

export interface TimerWheelOptions {
  /** How late a deadline may be noticed. */
  readonly tickMs: number;
  /** A clock that is never set back. */
  readonly now: () => number;
}

/** Slots of one turn: with ticks of 100 ms about 26 seconds. Later deadlines are looked at once a turn. */
const SLOTS = 256;
/** A timer that is so many ticks late was held up by a pause of the process. */
const PAUSE_TICKS = 5;

/**
 * One timer for all deadlines of a process. A pause of the process does not count: nobody could have kept a deadline meanwhile, and
 * those that were set shortly before were counted from the time of the last turn. So time on the wheel may pass more slowly than on
 * its clock, never faster. Moving a deadline costs an assignment: the entry stays in its slot
 * and finds its new one when that slot comes. `touch` is needed only where the new deadline is earlier.
 */
export class TimerWheel {
  readonly #tickMs: number;
  readonly #now: () => number;
  readonly #slots = Array.from({ length: SLOTS }, () => new LinkedList<WheelEntry>());
  #tick: number;
  #seen: number;
  /** What of the clock's time was spent in pauses. */
  #paused = 0;
  #timer: NodeJS.Timeout | undefined;
  #looking: NodeJS.Immediate | undefined;

  constructor({ tickMs, now }: TimerWheelOptions) {
    this.#tickMs = tickMs;
    this.#now = now;
    this.#seen = now();
    this.#tick = Math.floor(this.#seen / tickMs);
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#tock(), this.#tickMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    clearImmediate(this.#looking);
    this.#timer = undefined;
  }

  /** The time of the last tick, which is exact enough for deadlines and costs nothing to ask for. */
  now(): number {
    return this.#seen;
  }

  add(timed: Timed): void {
    timed.wheelEntry = new WheelEntry(timed);
    this.#place(timed.wheelEntry);
  }

  remove(timed: Timed): void {
    const entry = timed.wheelEntry;
    entry?.slot?.remove(entry.link);
    timed.wheelEntry = undefined;
  }

  /** To be called after a deadline was moved to an earlier time. */
  touch(timed: Timed): void {
    const entry = timed.wheelEntry;
    if (entry && entry.at > timed.deadline) this.#place(entry);
  }

  /** Looks at the slots whose time has come. */
  turn(): void {
    this.#seen = this.#now() - this.#paused;
    this.#lookAtDue();
  }

  #tock(): void {
    const late = this.#now() - this.#paused - this.#seen - this.#tickMs;
    if (late > PAUSE_TICKS * this.#tickMs) this.#paused += late;
    this.#seen = this.#now() - this.#paused;
    // Timers come before what has arrived from the network since the last round of the event loop, which may move deadlines.
    clearImmediate(this.#looking);
    this.#looking = setImmediate(() => this.#lookAtDue());
  }

  #lookAtDue(): void {
    const tick = Math.floor(this.#seen / this.#tickMs);
    // After a long pause of the process every slot is looked at once.
    const first = Math.max(this.#tick + 1, tick - SLOTS + 1);
    this.#tick = tick;
    for (let each = first; each <= tick; each++) this.#look(each % SLOTS);
  }

  #look(index: number): void {
    const slot = this.#slots[index];
    if (slot?.first === undefined) return;
    const now = this.#seen;
    for (const entry of [...slot]) {
      // The end of one may have been the end of another.
      if (entry.timed.wheelEntry !== entry) continue;
      this.#place(entry);
      if (entry.timed.deadline <= now) entry.timed.onDeadline();
    }
  }

  #place(entry: WheelEntry): void {
    const wanted = Math.ceil(entry.timed.deadline / this.#tickMs);
    const tick = Math.min(Math.max(wanted, this.#tick + 1), this.#tick + SLOTS - 1);
    entry.at = tick * this.#tickMs;
    entry.slot?.remove(entry.link);
    entry.slot = this.#slots[tick % SLOTS];
    entry.slot?.add(entry.link);
  }
}
