import { execFile } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/** `idle`: runs when nobody else needs the processor. `low`: gets less than others, but is never without. */
export type Priority = 'idle' | 'low';

const policies: Readonly<Record<Priority, string>> = { idle: '--idle', low: '--other' };

/**
 * The priority of this process with all its threads. On Linux a process of low priority still makes others wait for the rest of its
 * time slice, some milliseconds; the scheduling policy SCHED_IDLE has no such delay. Node cannot set it: only the command
 * `chrt` can. Without it every priority is `low`.
 */
export class ProcessPriority {
  #current: Priority | undefined;

  /** Resolves when it has taken effect, or cannot. */
  async set(wanted: Priority): Promise<void> {
    if (wanted === this.#current) return;
    // Threads that are created later inherit it.
    if (this.#current === undefined) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    this.#current = wanted;
    const args = [policies[wanted], '--all-tasks', '--pid', '0', String(process.pid)];
    await new Promise<void>((resolve) => {
      execFile('chrt', args, { timeout: 2_000 }, () => resolve());
    });
  }
}
