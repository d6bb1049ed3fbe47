import { type Kysely, type Migration as KyselyMigration, Migrator } from 'kysely';
import { describeError, PalisadeError } from '../kernel/palisade-error.ts';
import type { ColumnTypes } from './dialect.ts';

/** One forward step of the schema. The name, `area/NNNN-what`, is its identity for ever. */
export interface Migration {
  readonly name: string;
  up(db: Kysely<unknown>, columns: ColumnTypes): Promise<void>;
}

/** Applies what is missing, one process at a time, and returns the names of what it applied. */
export async function migrate(
  columns: ColumnTypes,
  db: Kysely<unknown>,
  migrations: readonly Migration[],
): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => toKysely(migrations, columns) },
    // Areas number their own migrations, so a new one may sort before an applied one of another area.
    allowUnorderedMigrations: true,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    throw new PalisadeError(
      'migration_failed',
      `could not migrate the database${failed ? ` (${failed})` : ''}: ${describeError(error)}`,
      { cause: error },
    );
  }
  return (results ?? []).map((result) => result.migrationName);
}

function toKysely(
  migrations: readonly Migration[],
  columns: ColumnTypes,
): Record<string, KyselyMigration> {
  const byName: Record<string, KyselyMigration> = {};
  for (const migration of migrations) {
    if (byName[migration.name]) throw new Error(`migration ${migration.name} is listed twice`);
    byName[migration.name] = { up: (db) => migration.up(db as Kysely<unknown>, columns) };
  }
  return byName;
}
