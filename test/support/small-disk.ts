import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** A small disk that is mounted on a folder. Only processes that are started through it see it. */
export interface SmallDisk {
  /** The folder as other processes see it. */
  readonly path: string;
  /** The command that runs another one in the same process, with the disk. */
  command(command: readonly string[]): string[];
  remove(): void;
}

const mount = (folder: string, size: string, then: string) =>
  [
    'unshare',
    ['--mount', 'sh', '-c', `mount -t tmpfs -o "size=$0" tmpfs "$1" && ${then}`, size, folder],
  ] as const;

/** Why this machine has no small disks, which need rights that containers often lack; undefined if it has. */
export function whyNoSmallDisk(): string | undefined {
  const { error, status, stderr } = spawnSync(...mount('/tmp', '1m', 'true'), { encoding: 'utf8' });
  if (status === 0) return undefined;
  return `a small disk cannot be mounted here: ${error?.message ?? stderr.trim()}`;
}

export async function smallDisk(folder: string, size: string): Promise<SmallDisk> {
  // The disk exists as long as a process has it. This one ends with its standard input.
  const holder: ChildProcess = spawn(...mount(folder, size, 'echo mounted && exec cat'));
  await once(holder.stdout ?? holder, 'data');
  return {
    path: `/proc/${holder.pid}/root${folder}`,
    command: (command) => ['nsenter', `--mount=/proc/${holder.pid}/ns/mnt`, '--', ...command],
    remove: () => void holder.stdin?.end(),
  };
}
