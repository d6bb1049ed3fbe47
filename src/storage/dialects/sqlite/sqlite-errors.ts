// Result codes: https://www.sqlite.org/rescode.html
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_CONSTRAINT_FOREIGNKEY = 787;
const SQLITE_CONSTRAINT_PRIMARYKEY = 1555;
const SQLITE_CONSTRAINT_UNIQUE = 2067;

/** Another connection holds a lock; the low byte is the primary code. */
export function isBusy(error: unknown): boolean {
  return [SQLITE_BUSY, SQLITE_LOCKED].includes(resultCode(error) & 0xff);
}

export function isUniqueViolation(error: unknown): boolean {
  return [SQLITE_CONSTRAINT_UNIQUE, SQLITE_CONSTRAINT_PRIMARYKEY].includes(resultCode(error));
}

export function isForeignKeyViolation(error: unknown): boolean {
  return resultCode(error) === SQLITE_CONSTRAINT_FOREIGNKEY;
}

function resultCode(error: unknown): number {
  return Number((error as { errcode?: unknown } | null)?.errcode ?? 0);
}
