import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { PalisadeError } from '../../kernel/palisade-error.ts';
import { isBusy } from '../../kernel/sqlite-errors.ts';

export interface NameLock {
  release(): void;
}

/**
 * Takes a name for this process alone. The lock is that of SQLite on an empty file, held until
 * released: the operating system frees it when the process dies, however it dies. Lock files are never
 * removed, since a process might just be opening one.
 */
export function lockName(file: string, taken: () => PalisadeError): NameLock {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    throw isBusy(error) ? taken() : error;
  }
  return {
    release() {
      if (database.isOpen) database.close();
    },
  };
}
