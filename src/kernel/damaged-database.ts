import { existsSync, renameSync } from 'node:fs';

/**
 * Renames a database that cannot be used, and its side files, so that a new one can take its place. It is
 * kept for inspection.
 */
export function moveAside(file: string, suffix = '.damaged'): void {
  for (const part of ['-wal', '-shm', '']) {
    if (existsSync(file + part)) renameSync(file + part, file + suffix + part);
  }
}
