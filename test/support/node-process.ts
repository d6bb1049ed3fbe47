import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API_BASE } from '../../src/app/node/api-base.ts';
import { PATIENCE_MS } from './eventually.ts';
import { freePort } from './free-port.ts';
import { type SmallDisk, smallDisk } from './small-disk.ts';
import { tempFolder } from './temp-folder.ts';
import { SQLITE_TEMPLATE } from './template-variables.ts';

const command = fileURLToPath(new URL('../../bin/palisade.js', import.meta.url));

/** A real node in a process of its own, as started by `npm start`. */
export interface NodeProcess {
  readonly child: ChildProcess;
  /** `http://127.0.0.1:port`, without the API's base path. */
  readonly origin: string;
  readonly api: string;
  readonly edge: string;
  readonly gateway: string;
  readonly dataDir: string;
  token(): string;
  /** Its output so far. */
  output(): string;
  /** Stops it and waits; returns the exit code, or the name of the signal. */
  end(signal?: NodeJS.Signals): Promise<number | string | null>;
}

export interface NodeHome {
  readonly dataDir: string;
  /** Starts a node with the same data, on the same ports. */
  start(settings?: Record<string, string>): Promise<NodeProcess>;
  /** The same, without waiting until it is ready. */
  launch(): Promise<NodeProcess>;
  remove(): Promise<void>;
}

export interface HomeOptions {
  /** The data folder is a small disk of this size. */
  readonly diskSize?: string;
  /** The first start creates the database, as for users. By default it finds one with the current schema. */
  readonly isEmpty?: boolean;
}

export async function nodeHome(
  common: Record<string, string> = {},
  { diskSize, isEmpty = false }: HomeOptions = {},
): Promise<NodeHome> {
  const folder = tempFolder();
  const disk = diskSize === undefined ? undefined : await smallDisk(folder.path, diskSize);
  const dataDir = disk?.path ?? folder.path;
  const template = process.env[SQLITE_TEMPLATE];
  if (template && !isEmpty) copyFileSync(template, join(dataDir, 'palisade.db'));
  const ports = { api: await freePort(), edge: await freePort(), gateway: await freePort() };
  const running = new Set<NodeProcess>();
  return {
    dataDir,
    async start(settings = {}) {
      const node = launch(folder.path, ports, { ...common, ...settings }, disk);
      running.add(node);
      await untilReady(node);
      return node;
    },
    async launch() {
      const node = launch(folder.path, ports, common, disk);
      running.add(node);
      return node;
    },
    async remove() {
      for (const node of running) await node.end('SIGKILL');
      disk?.remove();
      folder.remove();
    },
  };
}

function launch(
  dataDir: string,
  ports: { api: number; edge: number; gateway: number },
  settings: Record<string, string>,
  disk?: SmallDisk,
): NodeProcess {
  const serve = [process.execPath, command, 'serve'];
  const [file = '', ...args] = disk?.command(serve) ?? serve;
  const child = spawn(file, args, {
    env: {
      ...process.env,
      PALISADE_DATA_DIR: dataDir,
      PALISADE_API_LISTEN: `127.0.0.1:${ports.api}`,
      PALISADE_EDGE_LISTEN: `127.0.0.1:${ports.edge}`,
      PALISADE_GATEWAY_LISTEN: `127.0.0.1:${ports.gateway}`,
      PALISADE_EDGE_WORKERS: '1',
      // There is no load balancer that needs time to notice the shutdown.
      PALISADE_LAME_DUCK_MS: '0',
      PALISADE_API_RATE_LIMIT: 'off',
      PALISADE_API_ADDRESS_RATE_LIMIT: 'off',
      ...settings,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const exited = once(child, 'exit');
  const origin = `http://127.0.0.1:${ports.api}`;
  return {
    child,
    origin,
    api: origin + API_BASE,
    edge: `http://127.0.0.1:${ports.edge}`,
    gateway: `http://127.0.0.1:${ports.gateway}`,
    dataDir: disk?.path ?? dataDir,
    token: () =>
      settings['PALISADE_ADMIN_TOKEN'] ??
      readFileSync(join(disk?.path ?? dataDir, 'admin-token'), 'utf8').trim(),
    output: () => output,
    async end(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const [code, name] = await exited;
      return code ?? name;
    },
  };
}

/** A node prints that it is ready once all its roles serve. */
async function untilReady(node: NodeProcess): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = () => {
    if (node.output().includes('Palisade is ready.')) resolve();
  };
  node.child.stdout?.on('data', look);
  node.child.once('exit', () => resolve());
  const late = setTimeout(resolve, PATIENCE_MS);
  await promise;
  clearTimeout(late);
  node.child.stdout?.off('data', look);
  if (node.output().includes('Palisade is ready.')) return;
  throw new Error(`the node did not become ready:\n${node.output()}`);
}
