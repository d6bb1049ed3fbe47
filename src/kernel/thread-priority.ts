import { execFileSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';

/**
 * Lets a background thread run only when nothing else needs the processor. Works on Linux, which has
 * priorities per thread; elsewhere it changes nothing. With the lowest nice value a thread would still finish its
 * time slice of some milliseconds before others. The scheduling policy SCHED_IDLE has no such delay, but Node
 * cannot set it: only the command `chrt` can.
 */
export async function yieldToOtherThreads(): Promise<void> {
  try {
    // The thread pool of the process for files and compression is created by the thread that first uses it, and
    // would inherit the policy that is set below.
    await access('/');
    const [id = ''] = readlinkSync('/proc/thread-self').split('/').slice(-1);
    setPriority(Number(id), constants.priority.PRIORITY_LOW);
    execFileSync('chrt', ['--idle', '--pid', '0', id], { stdio: 'ignore', timeout: 2_000 });
  } catch {
    // If this fails, the thread is only less polite.
  }
}
