import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { Pool } from 'undici';
import { eventually } from './eventually.ts';
import { api } from './node-client.ts';
import type { NodeProcess } from './node-process.ts';

const HOST = 'logged.test';

/** A site behind a node, whose requests are logged. */
export interface LoggedSite {
  readonly zoneId: string;
  readonly origin: Server;
}

export async function createLoggedSite(node: NodeProcess): Promise<LoggedSite> {
  const origin = createServer((_, response) => void response.end('hello')).listen(0, '127.0.0.1');
  await once(origin, 'listening');
  const { port } = origin.address() as AddressInfo;
  const [account] = await api(node, 'GET', '/accounts');
  const zone = await api(node, 'POST', '/zones', { name: HOST, account: { id: account.id } });
  const pool = await api(node, 'POST', `/accounts/${account.id}/load_balancers/pools`, {
    name: 'site',
    origins: [{ name: 'one', address: '127.0.0.1', port }],
  });
  await api(node, 'POST', `/zones/${zone.id}/load_balancers`, {
    name: HOST,
    default_pools: [pool.id],
    fallback_pool: pool.id,
  });
  await eventually('the edge serves the site', async () => (await visit(node, '/')) === 200);
  return { zoneId: zone.id, origin };
}

/** Requests every path; the result is how many got 200. */
export async function visitAll(
  node: NodeProcess,
  paths: readonly string[],
  connections = 8,
): Promise<number> {
  const pool = new Pool(node.edge, { connections });
  let next = 0;
  let served = 0;
  async function visitNext(): Promise<void> {
    for (let at = next++; at < paths.length; at = next++) {
      const sent = { method: 'GET', path: paths[at] as string, headers: { host: HOST } } as const;
      const { statusCode, body } = await pool.request(sent);
      await body.dump();
      if (statusCode === 200) served += 1;
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, visitNext));
  } finally {
    await pool.destroy();
  }
  return served;
}

async function visit(node: NodeProcess, path: string): Promise<number> {
  return (await visitAll(node, [path], 1)) === 1 ? 200 : 0;
}

/** The shipping process of a node; undefined if it has none. */
export async function shippingPid(node: NodeProcess): Promise<number | undefined> {
  const args = ['-P', String(node.child.pid), '-f', 'shipping-main'];
  const { stdout } = await promisify(execFile)('pgrep', args).catch(() => ({ stdout: '' }));
  return stdout === '' ? undefined : Number(stdout.split('\n')[0]);
}
