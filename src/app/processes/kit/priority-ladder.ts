import type { Priority } from '../../../kernel/process-priority.ts';

export interface LadderOptions {
  /** How long a process keeps a higher priority after it was last starved. */
  readonly catchUpMs: number;
  /** After how long in which every look found it starved it gets as much time as others. By default it never does. */
  readonly patienceMs?: number;
}

export interface Look {
  /** When it was made, in milliseconds. */
  readonly at: number;
  /** The share of the time since the last look in which the process waited for the processor. */
  readonly waited: number;
  /** Whether the process needs more than idle time for another reason. */
  readonly isBehind: boolean;
}

/** A process that waits more than this share of the time is starved: it gets less than a tenth of what it needs. */
const STARVED = 0.9;

/** Which priority lets a process in the background get on: idle, unless others leave it no time. */
export class PriorityLadder {
  readonly #options: LadderOptions;
  #priority: Priority = 'idle';
  #starvedSince: number | undefined;
  #starvedAt = Number.NEGATIVE_INFINITY;

  constructor(options: LadderOptions) {
    this.#options = options;
  }

  next({ at, waited, isBehind }: Look): Priority {
    const { catchUpMs, patienceMs = Number.POSITIVE_INFINITY } = this.#options;
    if (waited <= STARVED) {
      this.#starvedSince = undefined;
    } else {
      this.#starvedSince ??= at;
      this.#starvedAt = at;
    }
    if (at - (this.#starvedSince ?? at) >= patienceMs) this.#priority = 'normal';
    else if (at - this.#starvedAt >= catchUpMs) this.#priority = isBehind ? 'low' : 'idle';
    else if (this.#priority === 'idle') this.#priority = 'low';
    return this.#priority;
  }
}
