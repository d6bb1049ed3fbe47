import {
  DEFAULT_MIGRATION_TABLE,
  type Kysely,
  type Migration as KyselyMigration,
  Migrator,
  sql,
} from 'kysely';
import { describeError, PalisadeError } from '../kernel/palisade-error.ts';
import type { ColumnTypes } from './dialect.ts';

/** One forward step of the schema. Its name, `area/NNNN-what`, identifies it and never changes. */
export interface Migration {
  readonly name: string;
  up(db: Kysely<unknown>, columns: ColumnTypes): Promise<void>;
}

/** Creates indexes of a table, given the columns of each by its name. */
export async function createIndexes(
  db: Kysely<unknown>,
  table: string,
  indexes: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  for (const [name, columns] of Object.entries(indexes)) {
    await db.schema
      .createIndex(name)
      .on(table)
      .columns([...columns])
      .execute();
  }
}

/**
 * Applies missing migrations in the order of the list, one process at a time, and returns their names.
 * Kysely applies migrations in the order of their names, in which an area may come before one whose tables
 * it needs. Therefore it gets one new migration at a time.
 */
export async function migrate(
  columns: ColumnTypes,
  db: Kysely<unknown>,
  migrations: readonly Migration[],
): Promise<string[]> {
  const all = toKysely(migrations, columns);
  const added: string[] = [];
  for (;;) {
    const applied = await appliedMigrations(db);
    const problem = schemaProblem(applied, migrations);
    if (problem) throw new PalisadeError('schema_refused', `${problem.what}. ${problem.advice}`);
    const next = migrations.find(({ name }) => !applied.has(name))?.name;
    if (next === undefined) return added;
    const visible = Object.entries(all).filter(([name]) => name === next || applied.has(name));
    const { error, results } = await migrator(db, Object.fromEntries(visible)).migrateToLatest();
    for (const { status, migrationName } of results ?? []) {
      if (status === 'Success') added.push(migrationName);
    }
    // If another process applied it first, this one fails although nothing is wrong.
    if (error && (await appliedMigrations(db)).size === applied.size) throw failure(error, next);
  }
}

/** Names of the migrations that a database has. */
export async function appliedMigrations(db: Kysely<unknown>): Promise<ReadonlySet<string>> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return new Set();
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}
  `.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Why a database with these migrations cannot be used by this version, and what to do. */
export function schemaProblem(
  applied: ReadonlySet<string>,
  migrations: readonly Migration[],
): { readonly what: string; readonly advice: string } | undefined {
  const names = new Set(migrations.map(({ name }) => name));
  const unknown = applied.difference(names);
  if (unknown.size === 0) return undefined;
  // Whatever has been migrated from the baseline on has the first migration of the list.
  const [baseline = ''] = names;
  return applied.has(baseline)
    ? {
        what: `a later version has migrated the database (${[...unknown].join(', ')})`,
        advice: 'Start that version, or restore a backup.',
      }
    : {
        what: 'the database was made by a version before the baseline of 0.1.0 and cannot be upgraded',
        advice:
          'Export what you need with the version that made it, then start this one with an empty data folder or database.',
      };
}

function failure(error: unknown, name: string): PalisadeError {
  return new PalisadeError(
    'migration_failed',
    `could not migrate the database (${name}): ${describeError(error)}`,
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
