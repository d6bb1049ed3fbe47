import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { ProcessChannel } from './process-channel.ts';
import type { ProcessKind } from './process-kind.ts';

/** Starts a process of a kind. It inherits the descriptors, numbered from `FIRST_INHERITED`. */
export function launch(
  {
    main,
    nodeFlags,
    isBackground,
  }: Pick<ProcessKind<ProcessChannel>, 'main' | 'nodeFlags' | 'isBackground'>,
  descriptors: readonly number[] = [],
): ChildProcess {
  const child = fork(fileURLToPath(main), {
    // While the primary is debugged, each process gets a debugging port of its own.
    execArgv: [...process.execArgv, ...nodeFlags, '--inspect-port=0'],
    serialization: 'advanced',
    stdio: ['inherit', 'inherit', 'inherit', 'ipc', ...descriptors],
  });
  if (isBackground && child.pid !== undefined) lowerPriority(child.pid);
  return child;
}

/**
 * Linux has priorities by thread, and a thread inherits that of the one that starts it. The first thread starts all others,
 * so it goes first; on a busy machine others may run already.
 */
function lowerPriority(pid: number): void {
  const lower = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL);
  setPriority(pid, lower);
  if (process.platform !== 'linux') return;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      setPriority(Number(thread), lower);
    } catch {
      // The thread has ended meanwhile.
    }
  }
}
