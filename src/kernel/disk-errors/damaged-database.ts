import { existsSync, renameSync } from 'node:fs';

/**
 * Renames an unusable database and its side files, so that a new one can be created. The old files are
 * kept for inspection.
 */
export function moveAside(file: string, suffix = '.damaged'): void {
  for (const part of ['-wal', '-shm', '']) {
    if (existsSync(file + part)) renameSync(file + part, file + suffix + part);
  }
}
