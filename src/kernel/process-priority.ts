import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import { coreLists } from './processor-cores.ts';

/**
 * `idle`: runs when nobody else needs the processor, and on a few cores only, if there are several. `low`: gets less than others, but is
 * never without.
 */
export type Priority = 'idle' | 'low';

const policies: Readonly<Record<Priority, string>> = { idle: '--idle', low: '--other' };

/** Tries the way back from idle on itself first, because without CAP_SYS_NICE or a limit for `nice` (RLIMIT_NICE) there is none. */
const SCRIPT = `
chrt --idle --pid 0 $$ && chrt --other --pid 0 $$ || exit
while read -r policy cores; do
  chrt "$policy" --all-tasks --pid 0 ${process.pid}
  test "$cores" && taskset --all-tasks --cpu-list --pid "$cores" ${process.pid} >/dev/null
  echo
done
`;

/**
 * The priority of this process with all its threads. On Linux a process of low priority still makes others wait for the rest of its
 * time slice, some milliseconds; the scheduling policy SCHED_IDLE has no such delay. Node cannot set it: only the command
 * `chrt` can. Without it, or where a process could not leave the policy again, every priority is `low`.
 *
 * An idle process that fills the pauses of others on their core takes their place in its caches: they need up to twice the time for a
 * request. So it keeps to some of the cores, and others tend to stay on those where they find their data.
 */
export class ProcessPriority {
  readonly #shell;
  readonly #ended: Promise<unknown>;
  readonly #cores = coreLists();
  #wanted: Priority | undefined;

  constructor() {
    // Threads and processes that are created later inherit it.
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    // The shell is never idle: an idle process may get too little time to start a command.
    this.#shell = spawn('sh', ['-c', SCRIPT], { stdio: ['pipe', 'pipe', 'ignore'] });
    this.#ended = new Promise((resolve) => {
      for (const part of [this.#shell, this.#shell.stdin]) part.on('error', resolve);
      this.#shell.on('close', resolve);
    });
    (this.#shell.stdin as Socket).unref();
    this.#keepsAlive(false);
  }

  /** Resolves when it has taken effect, or cannot. */
  async set(wanted: Priority): Promise<void> {
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    const { stdin, stdout } = this.#shell;
    const cores = wanted === 'idle' ? this.#cores?.background : this.#cores?.all;
    stdin.write(`${policies[wanted]} ${cores ?? ''}\n`);
    this.#keepsAlive(true);
    await Promise.race([once(stdout, 'data'), this.#ended]);
    this.#keepsAlive(false);
  }

  /** The shell keeps the process alive only while somebody waits for it: for a line, or for its end, which comes after that of its output. */
  #keepsAlive(isWaiting: boolean): void {
    for (const part of [this.#shell, this.#shell.stdout as Socket]) {
      if (isWaiting) part.ref();
      else part.unref();
    }
  }
}
