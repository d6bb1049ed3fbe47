import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe } from 'node:test';
import pg from 'pg';
import { type Database, openDatabase } from '../../src/storage/database.ts';
import { postgresDialect } from '../../src/storage/dialects/postgres/postgres-dialect.ts';
import { sqliteDialect } from '../../src/storage/dialects/sqlite/sqlite-dialect.ts';
import { tempFolder } from './temp-folder.ts';

/** A database that nobody else uses. `open` may be called more than once: two processes share one. */
export interface TestDatabase {
  /** What `PALISADE_DATABASE_URL` would say. */
  readonly url: string;
  open<Tables>(): Database<Tables>;
  /** Closes what was opened and removes the database. */
  remove(): Promise<void>;
}

export interface DatabaseKind {
  readonly name: string;
  create(): Promise<TestDatabase>;
}

export const sqlite: DatabaseKind = { name: 'SQLite', create: createSqlite };
export const postgres: DatabaseKind = { name: 'PostgreSQL', create: createPostgres };

/** Every database the product runs on. Contract suites loop over it. */
export const databaseKinds: readonly DatabaseKind[] = [sqlite, postgres];

/** Declares the same suite once per database. */
export function describeOnEachDatabase(title: string, suite: (kind: DatabaseKind) => void): void {
  for (const kind of databaseKinds) describe(`${title} (${kind.name})`, () => suite(kind));
}

async function createSqlite(): Promise<TestDatabase> {
  const folder = tempFolder();
  const file = join(folder.path, 'palisade.db');
  return testDatabase(
    `sqlite:${file}`,
    () => sqliteDialect(file),
    async () => folder.remove(),
  );
}

async function createPostgres(): Promise<TestDatabase> {
  const server = process.env['PALISADE_TEST_POSTGRES'];
  if (!server) throw new Error('no PostgreSQL: run tests through `npm test`, which starts one');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(server, `create database ${name}`);
  const url = `${server}/${name}`;
  return testDatabase(
    url,
    () => postgresDialect({ url, maxConnections: 10, onConnectionError: () => {} }),
    () => administer(server, `drop database ${name} with (force)`),
  );
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  await client.query(statement);
  await client.end();
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
