import { setTimeout as delay } from 'node:timers/promises';

const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 50;

/**
 * Pauses between looks at something: short ones at first, because most things come true at once, then longer ones,
 * because looking takes the processor time that others need to get there.
 */
export function* pausesMs(longestMs = LONGEST_PAUSE_MS): Generator<number, never> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, longestMs)) yield pause;
}

/** Waits for something that no event tells of. A machine with much to do may take half a minute to get there. */
export async function eventually(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  withinMs = 60_000,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (const pause of pausesMs()) {
    if (await isSo()) return;
    if (performance.now() > deadline) throw new Error(`it never came true that ${what}`);
    await delay(pause);
  }
}
