import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

// Locks are held for microseconds, or while the WAL of a killed process is replayed. SQLite waits for a lock by
// blocking the thread, so it must not wait long.
const WRITER_WAIT_MS = 1_000;
const READER_WAIT_MS = 50;
const LOG_BYTES = 4 * 1024 * 1024;

/**
 * Opens a file that only this process writes, while others read it. With a WAL, `synchronous = normal` keeps
 * every commit if the process is killed; only a power failure can lose the last ones.
 */
export function openForWriting(file: string, schema: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(file, { timeout: WRITER_WAIT_MS });
  try {
    database.exec(`
      pragma journal_mode = wal;
      pragma synchronous = normal;
      pragma journal_size_limit = ${LOG_BYTES};
    `);
    inTransaction(database, () => database.exec(schema));
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens the file of another process; undefined until its writer has created the tables. */
export function openForReading<Reader>(
  file: string,
  table: string,
  use: (database: DatabaseSync) => Reader,
): Reader | undefined {
  const database = new DatabaseSync(file, { readOnly: true, timeout: READER_WAIT_MS });
  try {
    const made = database.prepare('select 1 from sqlite_schema where name = ?').get(table);
    if (made) return use(database);
  } catch (error) {
    database.close();
    throw error;
  }
  database.close();
  return undefined;
}

export function inTransaction(database: DatabaseSync, work: () => void): void {
  database.exec('begin immediate');
  try {
    work();
    database.exec('commit');
  } catch (error) {
    // After some errors, such as a full disk, SQLite has rolled back already.
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}
