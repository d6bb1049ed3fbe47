import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { getPriority, setPriority } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { type CoreLists, coreLists } from './processor-cores.ts';

/**
 * `idle`: runs when nobody else needs the processor, and on a few cores only, if there are several. `low`: gets less than others, but is
 * never without. `normal`: gets as much as others.
 */
export type Priority = 'idle' | 'low' | 'normal';

/** What a low priority adds to the nice value of this process, and the largest nice value there is. */
const ADDED_NICE = 10;
const MOST_NICE = 19;

/**
 * The priority of a process with all its threads. On Linux a process of low priority still makes others wait for the rest of its
 * time slice, some milliseconds; the scheduling policy SCHED_IDLE has no such delay. Node cannot set it: only the command
 * `chrt` can. Without it, or where a process could not leave the policy again, `idle` is `low`. Where a process may not raise
 * priorities, `normal` is low, too.
 *
 * An idle process that fills the pauses of others on their core takes their place in its caches: they need up to twice the time for a
 * request. So it keeps to some of the cores, and others tend to stay on those where they find their data.
 */
export class ProcessPriority {
  readonly #pid: number;
  readonly #cores = coreLists();
  readonly #normal = getPriority();
  readonly #low = Math.min(MOST_NICE, this.#normal + ADDED_NICE);
  #policies: PolicyShell;
  #wanted: Priority | undefined;

  constructor(pid: number) {
    this.#pid = pid;
    this.#policies = new PolicyShell(pid, this.#low, this.#cores);
    this.#setNice(this.#low);
  }

  /** Resolves when it has taken effect, or cannot. */
  async set(wanted: Priority): Promise<void> {
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    // One that has worked was ended by somebody. Without another one the process would keep its policy for good.
    if (this.#policies.hasEnded && this.#policies.hasWorked) {
      this.#policies = new PolicyShell(this.#pid, this.#low, this.#cores);
    }
    const isIdle = wanted === 'idle';
    const cores = isIdle ? this.#cores?.background : this.#cores?.all;
    await this.#policies.set(isIdle ? '--idle' : '--other', cores);
    if (wanted === this.#wanted) this.#setNice(wanted === 'normal' ? this.#normal : this.#low);
  }

  /** The process has ended. */
  release(): void {
    this.#policies.release();
  }

  #setNice(value: number): void {
    for (const thread of this.#threads()) {
      try {
        setPriority(thread, value);
      } catch {
        // It has ended, or this process may not raise it.
      }
    }
  }

  /** The main thread first: those that it starts meanwhile have its priority. */
  #threads(): readonly number[] {
    try {
      return readdirSync(`/proc/${this.#pid}/task`).map(Number);
    } catch {
      return [this.#pid];
    }
  }
}

/**
 * Reads policies and sets them. Tries the way back from idle on itself first, because without CAP_SYS_NICE or a limit for `nice`
 * (RLIMIT_NICE) there is none: then it ends. A signal to the whole group does not end it. When its input ends without a word, the
 * process that wrote to it was killed, and nobody is left to see that the other gets no time.
 */
const scriptFor = (pid: number, cores: CoreLists | undefined): string => `
trap '' INT HUP TERM PIPE USR1 USR2
exec 3>&1 >/dev/null
set_policy() {
  chrt "$1" --all-tasks --pid 0 ${pid}
  test -z "$2" || taskset --all-tasks --cpu-list --pid "$2" ${pid}
}
read -r begin
chrt --idle --pid 0 $$ && chrt --other --pid 0 $$ || exit
while read -r policy cores; do
  test "$policy" = release && exit
  set_policy "$policy" "$cores"
  echo done >&3
done
set_policy --other "${cores?.all ?? ''}"
`;

/** A shell that sets scheduling policies of a process, for as long as that lives. */
class PolicyShell {
  readonly #shell: ChildProcessByStdio<Writable, Readable, null> | undefined;
  /** Those who wait until their policy is set, in this order. */
  readonly #waiting: (() => void)[] = [];
  hasWorked = false;
  hasEnded = false;

  constructor(pid: number, nice: number, cores: CoreLists | undefined) {
    try {
      this.#shell = spawn('sh', ['-c', scriptFor(pid, cores)], {
        stdio: ['pipe', 'pipe', 'ignore'],
      });
      this.#shell.on('error', () => this.#end());
      this.#shell.on('close', () => this.#end());
      // Without descriptors or memory for another process there are no streams.
      this.#shell.stdin.on('error', () => this.#end());
      this.#shell.stdout.on('data', (lines: Buffer) => this.#onLines(lines.length));
      (this.#shell.stdin as Socket).unref();
      this.#keepsAlive(false);
      // It tries what a process of this nice value may do.
      setPriority(Number(this.#shell.pid), nice);
      this.#shell.stdin.write('begin\n');
    } catch {
      this.#shell?.kill('SIGKILL');
      this.#end();
    }
  }

  /** Resolves when it has taken effect, or cannot. */
  async set(policy: string, cores: string | undefined): Promise<void> {
    if (this.hasEnded) return;
    this.#keepsAlive(true);
    this.#shell?.stdin.write(`${policy} ${cores ?? ''}\n`);
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  release(): void {
    if (!this.hasEnded) this.#shell?.stdin.end('release\n');
  }

  #onLines(bytes: number): void {
    this.hasWorked = true;
    for (let n = bytes / 'done\n'.length; n > 0; n--) this.#waiting.shift()?.();
    if (this.#waiting.length === 0) this.#keepsAlive(false);
  }

  #end(): void {
    this.hasEnded = true;
    for (const resolve of this.#waiting.splice(0)) resolve();
    this.#keepsAlive(false);
  }

  /** The shell keeps this process alive only while somebody waits for it: for a line, or for its end, which comes after that of its output. */
  #keepsAlive(isWaiting: boolean): void {
    for (const part of [this.#shell, this.#shell?.stdout as Socket | undefined]) {
      if (isWaiting) part?.ref();
      else part?.unref();
    }
  }
}
