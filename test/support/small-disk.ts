import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** A small disk that is mounted on a folder, only visible to processes that are started with `command`. */
export interface SmallDisk {
  /** Path of the folder for other processes. */
  readonly path: string;
  /** Wraps a command, so that its process sees the disk. */
  command(command: readonly string[]): string[];
  remove(): void;
}

const mount = (folder: string, size: string, then: string) =>
  [
    'unshare',
    ['--mount', 'sh', '-c', `mount -t tmpfs -o "size=$0" tmpfs "$1" && ${then}`, size, folder],
  ] as const;

/** Why a small disk cannot be mounted; undefined if it can. Containers often lack the privileges. */
export function whyNoSmallDisk(): string | undefined {
  const { error, status, stderr } = spawnSync(...mount('/tmp', '1m', 'true'), { encoding: 'utf8' });
  if (status === 0) return undefined;
  return `a small disk cannot be mounted here: ${error?.message ?? stderr.trim()}`;
}

export async function smallDisk(folder: string, size: string): Promise<SmallDisk> {
  // The disk exists while a process uses it. This one ends when its standard input is closed.
  const holder: ChildProcess = spawn(...mount(folder, size, 'echo mounted && exec cat'));
  await once(holder.stdout ?? holder, 'data');
  return {
    path: `/proc/${holder.pid}/root${folder}`,
    command: (command) => ['nsenter', `--mount=/proc/${holder.pid}/ns/mnt`, '--', ...command],
    remove: () => void holder.stdin?.end(),
  };
}
