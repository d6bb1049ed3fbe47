import { accessSync, constants, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY_DISK = '/dev/shm';
const ENOUGH_BYTES = 4 * 2 ** 30;

/**
 * One folder for all files of this test run, in memory if there is enough of it: databases wait for the disk at each
 * commit, and no test needs to survive a crash of the machine. Leftovers of killed runs are deleted.
 */
export function makeRunFolder(): { readonly path: string; remove(): void } {
  const home = hasMemoryDisk() ? MEMORY_DISK : tmpdir();
  for (const name of readdirSync(home)) {
    const [, pid] = /^palisade-run-(\d+)$/.exec(name) ?? [];
    if (pid !== undefined && !runs(Number(pid))) remove(join(home, name));
  }
  const path = join(home, `palisade-run-${process.pid}`);
  mkdirSync(path);
  return { path, remove: () => remove(path) };
}

function hasMemoryDisk(): boolean {
  try {
    accessSync(MEMORY_DISK, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY_DISK);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}

/** Whether another process with this id runs. A folder with our own id is a leftover of an earlier process. */
function runs(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Processes of killed nodes may still write for a moment. */
const remove = (path: string) => rmSync(path, { recursive: true, force: true, maxRetries: 20 });
