import { setTimeout as delay } from 'node:timers/promises';

/** Waits for something that no event tells of. A machine with much to do may take seconds to get there. */
export async function eventually(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  withinMs = 20_000,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`it never came true that ${what}`);
    await delay(5);
  }
}
