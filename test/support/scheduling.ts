import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Whether this is Linux with these commands of util-linux, run by somebody who may change every priority. */
export function canSchedule(...commands: readonly string[]): boolean {
  try {
    readFileSync('/proc/self/schedstat');
    for (const command of ['chrt', 'taskset', ...commands]) run(command, '--version');
    run('sh', '-c', 'chrt --idle --pid 0 $$ && chrt --other --pid 0 $$');
    return true;
  } catch {
    return false;
  }
}

function run(command: string, ...args: readonly string[]): void {
  execFileSync(command, args, { stdio: 'ignore' });
}

const policies: Readonly<Record<string, string>> = { 0: 'other', 5: 'idle' };

/** Scheduling policy and nice value of the main thread of a process, such as `idle 10`: fields 41 and 19 of proc(5). */
export function schedulingOf(pid: number): string {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return `${policies[fields[38] ?? '']} ${fields[16]}`;
}
