import { fileURLToPath } from 'node:url';
import { makeTemplates } from './database-templates.ts';
import { copyFolder, type PostgresServer, postgresServer } from './postgres-server.ts';
import { makeRunFolder } from './run-folder.ts';
import { TEST_FOLDERS } from './temp-folder.ts';
import { POSTGRES_FOLDER } from './template-variables.ts';

/**
 * Runs once around the whole suite: one real PostgreSQL, in which every test that needs one makes a
 * database of its own, and a migrated template of each database to copy (see databases.ts). Test files
 * run in child processes, which inherit the variables.
 */
let folder: { remove(): void } | undefined;
let server: PostgresServer | undefined;

export async function globalSetup(): Promise<void> {
  const made = makeRunFolder();
  folder = made;
  process.env[TEST_FOLDERS] = made.path;
  // Test files and the processes that they start load much the same code: it is compiled once.
  process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
    new URL('../../node_modules/.cache/palisade', import.meta.url),
  );
  server = await postgresServer({ isDurable: false });
  process.env['PALISADE_TEST_POSTGRES'] = server.socketUrl;
  await makeTemplates(server.socketUrl);
  const template = `${server.folder}-template`;
  await server.stop();
  await copyFolder(server.folder, template);
  await server.start();
  process.env[POSTGRES_FOLDER] = template;
}

export async function globalTeardown(): Promise<void> {
  await server?.remove();
  folder?.remove();
}
