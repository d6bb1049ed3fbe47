import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The variable by which test files, which run in processes of their own, find where their folders belong. */
export const TEST_FOLDERS = 'PALISADE_TEST_FOLDERS';

const MEMORY_DISK = '/dev/shm';
const ENOUGH_BYTES = 4 * 2 ** 30;

/**
 * In memory if there is enough of it: databases wait for the disk at each commit, and no test ends with the whole
 * machine.
 */
export function fastestFolder(): string {
  try {
    accessSync(MEMORY_DISK, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY_DISK);
    return bavail * bsize >= ENOUGH_BYTES ? MEMORY_DISK : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * A new folder that is removed with everything in it by `remove()`. Edge processes of a node that was
 * killed end a moment later and may still write: hence the retries.
 */
export function tempFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(process.env[TEST_FOLDERS] ?? tmpdir(), 'palisade-test-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 20 }) };
}
