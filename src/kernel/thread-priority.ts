import { execFileSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';

/**
 * Lets a thread that works in the background run only when nobody else wants the processor. Linux keeps
 * priorities for threads, and says here which one asks; elsewhere nothing changes. The lowest priority
 * still lets a thread finish its turn before others that wake up, some milliseconds; the policy for
 * idle times does not, but only a command can set it.
 */
export async function yieldToOtherThreads(): Promise<void> {
  try {
    // The process has one pool of threads for files and compression. Whoever uses it first makes it, and it
    // would inherit what is set below.
    await access('/');
    const [id = ''] = readlinkSync('/proc/thread-self').split('/').slice(-1);
    setPriority(Number(id), constants.priority.PRIORITY_LOW);
    execFileSync('chrt', ['--idle', '--pid', '0', id], { stdio: 'ignore', timeout: 2_000 });
  } catch {
    // Only speed is at stake.
  }
}
