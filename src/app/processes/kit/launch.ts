import { type ChildProcess, fork } from 'node:child_process';
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
  // Linux has priorities by thread. The process has one thread now, and those that it starts inherit its priority.
  if (isBackground && child.pid !== undefined) {
    setPriority(child.pid, Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  }
  return child;
}
