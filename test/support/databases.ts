import { randomBytes } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { type Database, openDatabase } from '../../src/storage/database.ts';
import { postgresDialect } from '../../src/storage/dialects/postgres/postgres-dialect.ts';
import { sqliteDialect } from '../../src/storage/dialects/sqlite/sqlite-dialect.ts';
import { administer } from './database-templates.ts';
import { PATIENCE_MS } from './eventually.ts';
import { tempFolder } from './temp-folder.ts';
import { POSTGRES_TEMPLATE, SQLITE_TEMPLATE } from './template-variables.ts';

/** A database for one test. `open` may be called more than once, as by two processes that share it. */
export interface TestDatabase {
  /** The value of `PALISADE_DATABASE_URL`. */
  readonly url: string;
  open<Tables>(): Database<Tables>;
  /** Closes all connections and deletes the database. */
  remove(): Promise<void>;
}

export interface DatabaseKind {
  readonly name: string;
  /** An empty database. */
  create(): Promise<TestDatabase>;
  /** A database with the current schema. */
  createMigrated(): Promise<TestDatabase>;
}

export const sqlite: DatabaseKind = {
  name: 'SQLite',
  create: () => createSqlite(undefined),
  createMigrated: () => createSqlite(templateNamed(SQLITE_TEMPLATE)),
};
export const postgres: DatabaseKind = {
  name: 'PostgreSQL',
  create: () => createPostgres(undefined),
  createMigrated: () => createPostgres(templateNamed(POSTGRES_TEMPLATE)),
};

/** Nothing depends on the speed of the machine: 50 writers at once may wait long for a connection and for a lock. */
const limits = { connectMs: PATIENCE_MS, statementMs: PATIENCE_MS, responseMs: 2 * PATIENCE_MS };

/** Every database the product runs on. Contract suites loop over it. */
export const databaseKinds: readonly DatabaseKind[] = [sqlite, postgres];

/** Declares the same suite once per database. */
export function describeOnEachDatabase(title: string, suite: (kind: DatabaseKind) => void): void {
  for (const kind of databaseKinds) describe(`${title} (${kind.name})`, () => suite(kind));
}

function templateNamed(variable: string): string {
  const template = process.env[variable];
  if (!template)
    throw new Error('no template: run tests with --test-global-setup, as `npm test` does');
  return template;
}

async function createSqlite(template: string | undefined): Promise<TestDatabase> {
  const folder = tempFolder();
  const file = join(folder.path, 'palisade.db');
  if (template) copyFileSync(template, file);
  return testDatabase(
    `sqlite:${file}`,
    () => sqliteDialect(file),
    async () => folder.remove(),
  );
}

async function createPostgres(template = 'template1'): Promise<TestDatabase> {
  const server = process.env['PALISADE_TEST_POSTGRES'];
  if (!server) throw new Error('no PostgreSQL: run tests through `npm test`, which starts one');
  const name = `test_${randomBytes(8).toString('hex')}`;
  // The other strategy also writes the whole copy to the WAL.
  await administer(server, `create database ${name} template ${template} strategy file_copy`);
  const url = `${server}/${name}`;
  return testDatabase(
    url,
    () => postgresDialect({ url, maxConnections: 10, onConnectionError: () => {}, limits }),
    () => administer(server, `drop database ${name} with (force)`),
  );
}

function testDatabase(
  url: string,
  dialect: () => ReturnType<typeof sqliteDialect>,
  dispose: () => Promise<void>,
): TestDatabase {
  const opened: { close(): Promise<void> }[] = [];
  return {
    url,
    open<Tables>() {
      const database = openDatabase<Tables>(dialect());
      opened.push(database);
      return database;
    },
    async remove() {
      for (const database of opened) await database.close();
      await dispose();
    },
  };
}
