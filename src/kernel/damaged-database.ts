import { existsSync, renameSync } from 'node:fs';

/** Renames a damaged database and its side files, so that a new one can take its place. The damaged one is kept for inspection. */
export function moveAside(file: string): void {
  for (const part of ['-wal', '-shm', '']) {
    if (existsSync(file + part)) renameSync(file + part, `${file}.damaged${part}`);
  }
}
