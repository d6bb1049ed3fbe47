import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { addSite, pidsOf } from './node-client.ts';
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
  const { zoneId } = await addSite(node, HOST, port);
  return { zoneId, origin };
}

/** Requests every path and returns those with status 200. The edge may be down. */
export async function visitAll(
  node: NodeProcess,
  paths: readonly string[],
  connections = 8,
): Promise<string[]> {
  const pool = new Pool(node.edge, { connections });
  let next = 0;
  const served: string[] = [];
  async function visitNext(): Promise<void> {
    for (let at = next++; at < paths.length; at = next++) {
      const path = paths[at] as string;
      if ((await visit(pool, path).catch(() => 0)) === 200) served.push(path);
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, visitNext));
  } finally {
    await pool.destroy();
  }
  return served;
}

async function visit(pool: Pool, path: string): Promise<number> {
  const { statusCode, body } = await pool.request({ method: 'GET', path, headers: { host: HOST } });
  await body.dump();
  return statusCode;
}

/** The shipping process of a node; undefined if it has none. */
export function shippingPid(node: NodeProcess): number | undefined {
  return pidsOf(node, 'shipping-main')[0];
}
