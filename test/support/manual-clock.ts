import type { Clock } from '../../src/kernel/clock.ts';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** A clock that moves only when the test says so. */
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

  /** Sets the time as an administrator does: what waits, and ticks, are not affected. */
  set(now: number): void {
    this.#now = now;
  }

  /** How many waits are pending: lets a test see that the code under test is asleep. */
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

  /** Moves time forward, waking sleepers in order and letting their code run in between. */
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
    // Without a promise for each turn: tests settle many thousand times.
    const next = () => void (--turns > 0 ? setImmediate(next) : resolve());
    setImmediate(next);
  });
}
