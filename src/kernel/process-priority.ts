import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { constants } from 'node:os';
import { coreLists } from './processor-cores.ts';

/**
 * `idle`: runs when nobody else needs the processor, and on a few cores only, if there are several. `low`: gets less than others, but is
 * never without. `normal`: gets as much as others.
 */
export type Priority = 'idle' | 'low' | 'normal';

const { PRIORITY_NORMAL: NORMAL, PRIORITY_BELOW_NORMAL: LOW } = constants.priority;

/** Scheduling policy and nice value. */
const settings: Readonly<Record<Priority, string>> = {
  idle: `--idle ${LOW}`,
  low: `--other ${LOW}`,
  normal: `--other ${NORMAL}`,
};

/**
 * Reads priorities and sets them. Tries the way back from idle on itself first, because without CAP_SYS_NICE or a limit for `nice`
 * (RLIMIT_NICE) there is none: then the priority is low for good. If the limit allows no more than that, `normal` is low, too. A signal
 * to the whole group does not end it. When its input ends, nobody is left to see that the process gets no time.
 */
const scriptFor = (pid: number): string => `
trap '' INT HUP TERM
exec 3>&1 >/dev/null
renice_all() { renice "$1" -p $(ls /proc/${pid}/task || echo ${pid}); }
renice_all ${LOW}
renice ${LOW} -p $$ && chrt --idle --pid 0 $$ && chrt --other --pid 0 $$ || exit
while read -r policy nice cores; do
  chrt "$policy" --all-tasks --pid 0 ${pid}
  renice_all "$nice"
  test "$cores" && taskset --all-tasks --cpu-list --pid "$cores" ${pid}
  echo done >&3
done
chrt --other --all-tasks --pid 0 ${pid}
`;

/**
 * The priority of a process with all its threads. On Linux a process of low priority still makes others wait for the rest of its
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

  constructor(pid: number) {
    this.#shell = spawn('sh', ['-c', scriptFor(pid)], { stdio: ['pipe', 'pipe', 'ignore'] });
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
    const cores = wanted === 'idle' ? this.#cores?.background : this.#cores?.all;
    this.#shell.stdin.write(`${settings[wanted]} ${cores ?? ''}\n`);
    this.#keepsAlive(true);
    await Promise.race([once(this.#shell.stdout, 'data'), this.#ended]);
    this.#keepsAlive(false);
  }

  /** The process has ended, or keeps the priority that it has. */
  release(): void {
    this.#shell.kill('SIGKILL');
  }

  /** The shell keeps this process alive only while somebody waits for it: for a line, or for its end, which comes after that of its output. */
  #keepsAlive(isWaiting: boolean): void {
    for (const part of [this.#shell, this.#shell.stdout as Socket]) {
      if (isWaiting) part.ref();
      else part.unref();
    }
  }
}
