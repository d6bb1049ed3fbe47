import { type Dialect, SqliteAdapter, SqliteQueryCompiler, sql } from 'kysely';
import {
  isBusy,
  isForeignKeyViolation,
  isUniqueViolation,
} from '../../../kernel/disk-errors/sqlite-errors.ts';
import type { PalisadeError } from '../../../kernel/palisade-error.ts';
import type { DatabaseDialect } from '../../dialect.ts';
import { SqliteDriver, type SqliteDriverOptions } from './sqlite-driver.ts';
import { SqliteTableIntrospector } from './sqlite-table-introspector.ts';

const BUSY_TIMEOUT_MS = 5_000;

/** SQLite in one file. Readers have a separate connection, so they never wait for a transaction. */
export function sqliteDialect(file: string): DatabaseDialect {
  let damage: PalisadeError | undefined;
  const onDamage = (error: PalisadeError) => {
    damage = error;
  };
  const connection = { file, busyTimeoutMs: BUSY_TIMEOUT_MS, onDamage };
  return {
    name: 'sqlite',
    isShared: false,
    writer: kyselyDialect({ ...connection, readOnly: false }),
    reader: kyselyDialect({ ...connection, readOnly: true }),
    migrator: undefined,
    columns: {
      text: sql`text`,
      bigint: 'integer',
      sequence: (column) => column.primaryKey().autoIncrement(),
    },
    // SQLite runs one write transaction at a time anyway.
    lock: async () => {},
    isTransient: isBusy,
    isUniqueViolation,
    isForeignKeyViolation,
    isUnavailable: isBusy,
    damage: () => damage,
    listen: undefined,
    announce: async () => {},
    close: async () => {},
  };
}

function kyselyDialect(options: SqliteDriverOptions): Dialect {
  return {
    createAdapter: () => new TransactionalDdlAdapter(),
    createDriver: () => new SqliteDriver(options),
    createIntrospector: (db) => new SqliteTableIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** SQLite can roll back schema changes. Kysely's adapter does not declare it, so a failed migration would be half applied. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
