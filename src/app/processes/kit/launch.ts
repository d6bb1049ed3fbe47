import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ProcessChannel } from './process-channel.ts';
import type { ProcessKind } from './process-kind.ts';

/** Starts a process of a kind. It inherits the descriptors and finds them from `FIRST_INHERITED` on. */
export function launch(
  { main, nodeFlags }: Pick<ProcessKind<ProcessChannel>, 'main' | 'nodeFlags'>,
  descriptors: readonly number[] = [],
): ChildProcess {
  return fork(fileURLToPath(main), {
    // While the primary is debugged, each process gets a debugging port of its own.
    execArgv: [...process.execArgv, ...nodeFlags, '--inspect-port=0'],
    serialization: 'advanced',
    stdio: ['inherit', 'inherit', 'inherit', 'ipc', ...descriptors],
  });
}
