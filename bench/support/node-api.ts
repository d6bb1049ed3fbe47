import type { NodeProcess } from '../../test/support/node-process.ts';

export type Call = (method: string, path: string, body?: unknown) => Promise<CallResult>;

interface CallResult {
  readonly id: string;
  readonly [member: string]: unknown;
}

/** Calls the management API of a node; throws on any error response. */
export function apiOf(node: NodeProcess): Call {
  return async (method, path, body) => {
    const response = await fetch(node.api + path, {
      method,
      headers: { authorization: `Bearer ${node.token()}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { success, errors, result } = (await response.json()) as {
      success: boolean;
      errors: unknown;
      result: CallResult;
    };
    if (!success) throw new Error(`${method} ${path}: ${JSON.stringify(errors)}`);
    return result;
  };
}

export async function firstAccount(call: Call): Promise<string> {
  const accounts = (await call('GET', '/accounts')) as unknown as readonly CallResult[];
  const [account] = accounts;
  if (!account) throw new Error('there is no account');
  return account.id;
}

/** A pool with one origin. */
export async function createPool(call: Call, account: string, origin: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  const origins = [{ name: 'only', address: hostname, port: Number(port) }];
  const path = `/accounts/${account}/load_balancers/pools`;
  return (await call('POST', path, { name: `pool-${port}`, origins })).id;
}

/** A zone whose traffic goes to a pool. */
export async function createSite(call: Call, account: string, name: string, pool: string) {
  const zone = await call('POST', '/zones', { name, account: { id: account } });
  await call('POST', `/zones/${zone.id}/load_balancers`, {
    name,
    default_pools: [pool],
    fallback_pool: pool,
  });
  return zone.id;
}

/** The same on a fresh node, with a pool for an origin. */
export async function createSiteOf(node: NodeProcess, name: string, origin: string): Promise<void> {
  const call = apiOf(node);
  const account = await firstAccount(call);
  await createSite(call, account, name, await createPool(call, account, origin));
}
