import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from '../../kernel/disk-errors/sqlite-errors.ts';
import type { PalisadeError } from '../../kernel/palisade-error.ts';

export interface NameLock {
  release(): void;
}

/**
 * Reserves a name for this process. It holds an exclusive SQLite lock on an empty file, which the operating
 * system releases when the process dies for whatever reason. Lock files are never removed, since another
 * process might just be opening one.
 */
export function lockName(file: string, taken: () => PalisadeError): NameLock {
  const lock = tryLockName(file);
  if (!lock) throw taken();
  return lock;
}

/** Undefined if a process has reserved the name. */
export function tryLockName(file: string): NameLock | undefined {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    // Nothing is written, so the lock needs no journal on disk, and works on a full disk.
    database.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return {
    release() {
      if (database.isOpen) database.close();
    },
  };
}

/** Whether a process has reserved the name. Does not create the file. */
export function isNameLocked(file: string): boolean {
  if (!existsSync(file)) return false;
  const database = new DatabaseSync(file, { readOnly: true, timeout: 0 });
  try {
    // Any read needs a shared lock.
    database.prepare('select 1 from sqlite_schema').get();
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    database.close();
  }
}
