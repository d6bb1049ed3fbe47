import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { eventually } from './eventually.ts';
import type { NodeProcess } from './node-process.ts';
import type { CommandLine } from './palisade-command.ts';

/** A visit of a site, over a connection of its own. */
export async function visit(
  node: NodeProcess,
  host: string,
): Promise<{ status: number; body: string }> {
  const sent = request(node.edge, { headers: { host }, agent: false }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, body: await text(response) };
}

export async function api(
  node: NodeProcess,
  method: string,
  path: string,
  body?: unknown,
  // biome-ignore lint/suspicious/noExplicitAny: results have many shapes; a wrong path fails the assertion
): Promise<any> {
  const response = await fetch(node.api + path, {
    method,
    headers: { authorization: `Bearer ${node.token()}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return ((await response.json()) as { result: unknown }).result;
}

/** Creates a zone whose requests go to a port of this machine, and waits until the edge serves it. */
export async function addSite(
  node: NodeProcess,
  name: string,
  port: number,
): Promise<{ zoneId: string; poolId: string; accountId: string }> {
  const [account] = await api(node, 'GET', '/accounts');
  const zone = await api(node, 'POST', '/zones', { name, account: { id: account.id } });
  const pool = await api(node, 'POST', `/accounts/${account.id}/load_balancers/pools`, {
    name: name.replaceAll('.', '-'),
    origins: [{ name: 'one', address: '127.0.0.1', port }],
  });
  await api(node, 'POST', `/zones/${zone.id}/load_balancers`, {
    name,
    default_pools: [pool.id],
    fallback_pool: pool.id,
  });
  await until(async () => (await visit(node, name)).status === 200);
  return { zoneId: zone.id, poolId: pool.id, accountId: account.id };
}

/** Adds a zone with the command, which runs beside the node with the same settings; returns its output. */
export async function addZone(
  commands: CommandLine,
  node: NodeProcess,
  name: string,
  origin: string,
): Promise<string> {
  const { code, stdout, stderr } = await commands.run(['zone', 'add', name, '--origin', origin], {
    env: settingsOf(node),
  });
  assert.equal(code, 0, stderr);
  return stdout;
}

/** The environment variables with which a command finds the node. */
export function settingsOf(node: NodeProcess): Record<string, string> {
  return { PALISADE_DATA_DIR: node.dataDir, PALISADE_API_LISTEN: new URL(node.origin).host };
}

/** Asks until the response is as wanted. Requests fail while processes restart. */
export function until(isSo: () => Promise<boolean>): Promise<void> {
  return eventually('the response is as wanted', () => isSo().catch(() => false));
}

export const edgePids = (node: NodeProcess): number[] => pidsOf(node, 'edge-main');

export function edgePid(node: NodeProcess): number {
  const [pid = assert.fail('no edge process')] = edgePids(node);
  return pid;
}

/** The processes of a node with this main file. Reads /proc, since running `pgrep` takes much longer. */
export function pidsOf({ child }: NodeProcess, main: string): number[] {
  const of = (file: string) => {
    try {
      return readFileSync(`/proc/${file}`, 'utf8');
    } catch {
      return ''; // It has ended.
    }
  };
  const children = of(`${child.pid}/task/${child.pid}/children`).split(' ').filter(Boolean);
  return children.filter((pid) => of(`${pid}/cmdline`).includes(main)).map(Number);
}
