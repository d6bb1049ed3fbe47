import { readlinkSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';

/** Gives the calling thread the lowest priority. Only Linux has priorities by thread; elsewhere this has no effect. */
export async function lowerThreadPriority(): Promise<void> {
  try {
    // The thread that first reads a file creates the thread pool of the process, which would inherit the priority set below.
    await access('/');
    const [id = ''] = readlinkSync('/proc/thread-self').split('/').slice(-1);
    setPriority(Number(id), constants.priority.PRIORITY_LOW);
  } catch {
    // The thread keeps the priority of the process.
  }
}
