import { type Kysely, type Migration as KyselyMigration, Migrator } from 'kysely';
import { describeError, PalisadeError } from '../kernel/palisade-error.ts';
import type { ColumnTypes } from './dialect.ts';

/** One forward step of the schema. Its name, `area/NNNN-what`, identifies it and never changes. */
export interface Migration {
  readonly name: string;
  up(db: Kysely<unknown>, columns: ColumnTypes): Promise<void>;
}

/**
 * Applies missing migrations in the order of the list, one process at a time, and returns their names.
 * Kysely would apply them in the order of their names, in which an area may come before one whose tables
 * it needs. Therefore it is given one new migration at a time.
 */
export async function migrate(
  columns: ColumnTypes,
  db: Kysely<unknown>,
  migrations: readonly Migration[],
): Promise<string[]> {
  const all = toKysely(migrations, columns);
  const applied: string[] = [];
  for (;;) {
    const pending = await pendingNames(db, all);
    const next = migrations.find(({ name }) => pending.has(name))?.name;
    const visible = Object.entries(all).filter(([name]) => name === next || !pending.has(name));
    // This also runs if nothing is pending: Kysely refuses a database that a later version has migrated.
    const { error, results } = await migrator(db, Object.fromEntries(visible)).migrateToLatest();
    for (const { status, migrationName } of results ?? []) {
      if (status === 'Success') applied.push(migrationName);
    }
    // If another process applied it first, this one fails although nothing is wrong.
    if (error && (await pendingNames(db, all)).size === pending.size) throw failure(error, next);
    if (!error && next === undefined) return applied;
  }
}

function failure(error: unknown, name: string | undefined): PalisadeError {
  return new PalisadeError(
    'migration_failed',
    `could not migrate the database${name ? ` (${name})` : ''}: ${describeError(error)}`,
    { cause: error },
  );
}

function migrator(db: Kysely<unknown>, migrations: Record<string, KyselyMigration>): Migrator {
  return new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    // Areas number their own migrations, so a new one may sort before an applied one of another area.
    allowUnorderedMigrations: true,
  });
}

async function pendingNames(
  db: Kysely<unknown>,
  migrations: Record<string, KyselyMigration>,
): Promise<ReadonlySet<string>> {
  const known = await migrator(db, migrations).getMigrations();
  return new Set(known.filter(({ executedAt }) => !executedAt).map(({ name }) => name));
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
