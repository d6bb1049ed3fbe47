import { setTimeout as delay } from 'node:timers/promises';

/** Waits for something that no event tells of. */
export async function eventually(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  withinMs = 5_000,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`it never came true that ${what}`);
    await delay(5);
  }
}
