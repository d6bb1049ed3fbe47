import { globalSetup as commonSetup, globalTeardown as commonTeardown } from './common-setup.ts';
import { makeTemplates } from './database-templates.ts';
import { copyFolder, type PostgresServer, postgresServer } from './postgres-server.ts';
import { POSTGRES_FOLDER } from './template-variables.ts';

/**
 * Runs once around the whole suite: one real PostgreSQL, in which every test that needs one makes a
 * database of its own, and a migrated template of each database to copy (see databases.ts).
 */
let server: PostgresServer | undefined;
let templates: { remove(): void } | undefined;

export async function globalSetup(): Promise<void> {
  commonSetup();
  server = await postgresServer({ isDurable: false });
  // Test files run in child processes, which inherit this.
  process.env['PALISADE_TEST_POSTGRES'] = server.socketUrl;
  templates = await makeTemplates(server.socketUrl);
  const folder = `${server.folder}-template`;
  await server.stop();
  await copyFolder(server.folder, folder);
  await server.start();
  process.env[POSTGRES_FOLDER] = folder;
}

export async function globalTeardown(): Promise<void> {
  templates?.remove();
  await server?.remove();
  commonTeardown();
  // The package that brings PostgreSQL ends the process with 0 before it would end by itself, whatever
  // became of the tests.
  const end = process.exit;
  process.exit = (code) => end(code || process.exitCode);
}
