import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
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

/**
 * Where they compete, the threads of V8 get a third of the time of others. With much less, a busy process that has just started would
 * run code that is not compiled yet for many seconds.
 */
const ENGINE_NICE = 5;
const THREADS = '/proc/self/task';

/** Lets what a process does go before the threads in which V8 collects garbage and compiles. On Linux, as above. */
export function goBeforeEngineThreads(): void {
  try {
    for (const id of readdirSync(THREADS)) {
      const name = readFileSync(`${THREADS}/${id}/comm`, 'utf8').trim();
      if (name === 'node-V8Worker') setPriority(Number(id), ENGINE_NICE);
    }
  } catch {
    // If this fails, requests wait longer for these threads.
  }
}
