import { type ChildProcess, fork } from 'node:child_process';
import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { CLUSTER_ARGUMENT, type ProcessChannel } from './process-channel.ts';
import type { ProcessKind } from './process-kind.ts';

/**
 * Starts a process of a kind. On Linux the kernel spreads connections over the processes that listen on one
 * port (`reusePort`), so plain child processes are enough. Elsewhere the cluster module shares the port.
 */
export function launch(
  {
    main,
    nodeFlags,
    sharesPort,
  }: Pick<ProcessKind<ProcessChannel>, 'main' | 'nodeFlags' | 'sharesPort'>,
  platform: NodeJS.Platform = process.platform,
): ChildProcess {
  const exec = fileURLToPath(main);
  // While the primary is debugged, each process gets a debugging port of its own.
  const execArgv = [...process.execArgv, ...nodeFlags, '--inspect-port=0'];
  const serialization = 'advanced';
  if (!sharesPort || platform === 'linux') return fork(exec, { execArgv, serialization });
  // These settings are global, but a fork takes them as they are at this moment.
  cluster.setupPrimary({ exec, execArgv, serialization, args: [CLUSTER_ARGUMENT] });
  return cluster.fork().process;
}
