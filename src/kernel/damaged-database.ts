import { existsSync, renameSync } from 'node:fs';

// Result codes: https://www.sqlite.org/rescode.html
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** Whether an error of SQLite says that its file cannot be read as what it should be. */
export function isDamage(error: unknown): boolean {
  const code = Number((error as { errcode?: unknown } | null)?.errcode ?? 0);
  // The low byte is the primary code.
  return [SQLITE_CORRUPT, SQLITE_NOTADB].includes(code & 0xff);
}

/** Makes room for a new database in the place of a damaged one, which is kept beside it for whoever looks into it. */
export function moveAside(file: string): void {
  for (const part of ['-wal', '-shm', '']) {
    if (existsSync(file + part)) renameSync(file + part, `${file}.damaged${part}`);
  }
}
