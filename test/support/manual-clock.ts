import type { Clock } from '../../src/kernel/clock.ts';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** A clock that only the test moves. */
export class ManualClock implements Clock {
  #now: number;
  #tick = 0;
  #sleepers: Sleeper[] = [];

  constructor(start = Date.UTC(2026, 0, 1)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  tick(): number {
    return this.#tick;
  }

  /** Sets the wall clock like an administrator: sleepers and ticks are not affected. */
  set(now: number): void {
    this.#now = now;
  }

  /** The number of pending sleeps, so that a test can see that the code under test sleeps. */
  get sleeping(): number {
    return this.#sleepers.length;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const sleeper = { at: this.#tick + ms, wake: resolve };
      this.#sleepers.push(sleeper);
      signal?.addEventListener(
        'abort',
        () => {
          this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
          reject(signal.reason);
        },
        { once: true },
      );
    });
  }

  /** Moves time forward, wakes sleepers in order and lets their code run in between. */
  async advance(ms: number): Promise<void> {
    const end = this.#tick + ms;
    await settle();
    for (;;) {
      const next = this.#sleepers.filter((s) => s.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#moveTo(Math.max(this.#tick, next.at));
      this.#sleepers = this.#sleepers.filter((s) => s !== next);
      next.wake();
      await settle();
    }
    this.#moveTo(end);
  }

  #moveTo(tick: number): void {
    this.#now += tick - this.#tick;
    this.#tick = tick;
  }
}

/** Lets promises and immediates that are already due run to their next wait. */
export function settle(): Promise<void> {
  return new Promise((resolve) => {
    let turns = 20;
    // Callbacks instead of a promise per turn: tests settle many thousand times.
    const next = () => void (--turns > 0 ? setImmediate(next) : resolve());
    setImmediate(next);
  });
}
