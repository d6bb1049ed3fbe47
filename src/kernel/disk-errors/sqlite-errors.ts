import { PalisadeError } from '../palisade-error.ts';

// Result codes: https://www.sqlite.org/rescode.html
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;
const SQLITE_CONSTRAINT_FOREIGNKEY = 787;
const SQLITE_CONSTRAINT_PRIMARYKEY = 1555;
const SQLITE_CONSTRAINT_UNIQUE = 2067;

/** Another connection or process holds a lock. */
export function isBusy(error: unknown): boolean {
  return [SQLITE_BUSY, SQLITE_LOCKED].includes(primaryCode(error));
}

/** The file cannot be read as a database. */
export function isDamage(error: unknown): boolean {
  return [SQLITE_CORRUPT, SQLITE_NOTADB].includes(primaryCode(error));
}

/** The code of the error that names the damaged file and the remedy. */
export const DATABASE_DAMAGED = 'database_damaged';

export function isDamagedDatabase(error: unknown): boolean {
  return error instanceof PalisadeError && error.code === DATABASE_DAMAGED;
}

export function isUniqueViolation(error: unknown): boolean {
  return [SQLITE_CONSTRAINT_UNIQUE, SQLITE_CONSTRAINT_PRIMARYKEY].includes(resultCode(error));
}

export function isForeignKeyViolation(error: unknown): boolean {
  return resultCode(error) === SQLITE_CONSTRAINT_FOREIGNKEY;
}

/** The low byte of a result code is the primary code. */
const primaryCode = (error: unknown): number => resultCode(error) & 0xff;

function resultCode(error: unknown): number {
  return Number((error as { errcode?: unknown } | null)?.errcode ?? 0);
}
