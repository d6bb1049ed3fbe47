import { setTimeout as delay } from 'node:timers/promises';

const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 50;

/**
 * Pauses between polls: short ones at first, since most conditions become true at once, then longer ones, since polling
 * takes processor time from the code under test.
 */
export function* pausesMs(longestMs = LONGEST_PAUSE_MS): Generator<number, never> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, longestMs)) yield pause;
}

/** Polls for a condition that has no event. A busy machine may need half a minute. */
export async function eventually(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  withinMs = 60_000,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (const pause of pausesMs()) {
    if (await isSo()) return;
    if (performance.now() > deadline) throw new Error(`this did not happen in time: ${what}`);
    await delay(pause);
  }
}
