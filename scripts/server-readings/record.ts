import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { cases, type ServerCase } from './cases.ts';
import type { Read, ReadPair, Recording } from './recording.ts';
import { install, type ServerKind, servers } from './servers.ts';

const START_MS = 60_000;
const RESPONSE_MS = 10_000;

type Answer = { readonly version: string } & Readonly<
  Record<ServerCase['at'], readonly ReadPair[]>
>;

/** Runs the servers one after the other. A server that cannot be installed or started is left out. */
export async function record(): Promise<Recording> {
  const versions: Record<string, string> = {};
  const reads: Record<string, Read>[] = cases.map(() => ({}));
  for (const kind of servers) {
    try {
      versions[kind.name] = await recordServer(kind, reads);
    } catch (error) {
      process.stderr.write(`${kind.name} is left out: ${(error as Error).message}\n`);
    }
  }
  return { servers: versions, cases: cases.map((each, n) => ({ ...each, reads: reads[n] ?? {} })) };
}

async function recordServer(kind: ServerKind, reads: Record<string, Read>[]): Promise<string> {
  install(kind.packages ?? []);
  const folder = mkdtempSync(join(tmpdir(), 'server-readings-'));
  const { command, args } = kind.prepare(folder);
  const port = await freePort();
  const server = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  try {
    const version = await started(server, port);
    for (const [n, each] of cases.entries()) {
      const answer = await ask(port, each);
      (reads[n] as Record<string, Read>)[kind.name] = answer ? sorted(answer[each.at] ?? []) : null;
    }
    return version;
  } finally {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Some servers list names in a random order. The order of values of a name is kept. */
const sorted = (pairs: readonly ReadPair[]): ReadPair[] =>
  pairs.toSorted(([one], [other]) => (one < other ? -1 : Number(one > other)));

async function started(server: ChildProcess, port: number): Promise<string> {
  const end = Date.now() + START_MS;
  let failure: unknown;
  server.once('error', (error) => {
    failure = error;
  });
  while (Date.now() < end && failure === undefined && server.exitCode === null) {
    const answer = await ask(port, { what: '', at: 'query', text: 'a=1' });
    if (answer) return answer.version;
    await wait(200);
  }
  throw new Error('it does not start', { cause: failure });
}

/** Undefined if the server refuses the request or does not respond. */
async function ask(
  port: number,
  { at, text: sent, type }: ServerCase,
): Promise<Answer | undefined> {
  const isBody = at === 'body';
  const body = isBody ? Buffer.from(sent, 'latin1') : undefined;
  const outgoing = request({
    host: '127.0.0.1',
    port,
    agent: false,
    method: isBody ? 'POST' : 'GET',
    path: at === 'query' ? `/?${sent}` : '/',
    headers: {
      ...(at === 'cookie' && { cookie: sent }),
      ...(body && { 'content-length': body.length }),
      ...(type !== undefined && { 'content-type': type }),
    },
    signal: AbortSignal.timeout(RESPONSE_MS),
  });
  try {
    outgoing.end(body);
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    const answer = JSON.parse(await text(response));
    return response.statusCode === 200 && answer.version ? answer : undefined;
  } catch {
    return undefined;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
