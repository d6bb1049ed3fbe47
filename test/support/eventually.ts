import { setTimeout as delay } from 'node:timers/promises';

/** How long a test waits for anything. Only a test that fails waits so long, however busy the machine is. */
export const PATIENCE_MS = 240_000;
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 50;

/**
 * Waits for something that no event announces. Pauses are short at first, because most things come true at once, then
 * longer, because every look takes processor time that others need to get there.
 */
export async function eventually(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    if (await isSo()) return;
    if (performance.now() > deadline) throw new Error(`this did not happen in time: ${what}`);
    await delay(pause);
  }
}
