import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * Lets a thread that works in the background run only when nobody else wants the processor. Linux keeps
 * priorities for threads, and says here which one asks; elsewhere nothing changes.
 */
export function yieldToOtherThreads(): void {
  try {
    const [id = ''] = readlinkSync('/proc/thread-self').split('/').slice(-1);
    setPriority(Number(id), constants.priority.PRIORITY_LOW);
  } catch {
    // Only speed is at stake.
  }
}
