/**
 * Time as a dependency. All code that waits or reads the time takes a `Clock`, so that tests advance time
 * by hand instead of sleeping.
 */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * Milliseconds on a monotonic clock. Limits and durations use it, so that changes of the system time do not
   * affect them. Ticks of two processes cannot be compared.
   */
  tick(): number;
  /** Resolves after `ms`; rejects with the signal's reason if that aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Node's timers fire at once if the delay is longer than this. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  tick: () => performance.now(),
  async sleep(ms, signal) {
    for (let rest = ms; ; rest -= LONGEST_TIMER_MS) {
      await wait(Math.min(rest, LONGEST_TIMER_MS), signal);
      if (rest <= LONGEST_TIMER_MS) return;
    }
  },
};

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
