import { systemClock } from '../kernel/clock.ts';
import { PalisadeError } from '../kernel/palisade-error.ts';
import type { ApiClient } from './api-client.ts';

/** How long to wait for a change to take effect at the edge. The first managed rules of a node take some seconds. */
const WAIT_MS = 30_000;
const POLL_MS = 20;

/** An origin in the form that pools have. */
export interface SiteOrigin {
  readonly name: string;
  readonly address: string;
  readonly port: number;
  readonly scheme: 'http' | 'https';
}

interface SiteZone {
  readonly id: string;
  readonly name: string;
  readonly account: { readonly id: string };
}

/** Parses an origin such as `http://127.0.0.1:3000`. */
export function parseOrigin(text: string): SiteOrigin {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const scheme = url && /^https?:$/.test(url.protocol) ? url.protocol.slice(0, -1) : undefined;
  const isBare = url && url.pathname === '/' && !url.search && !url.hash && !url.username;
  if (!url || !isBare || (scheme !== 'http' && scheme !== 'https')) {
    throw new PalisadeError(
      'invalid_origin',
      `${text} is not an origin. Expected a scheme, a host and perhaps a port, such as http://127.0.0.1:3000`,
    );
  }
  const port = Number(url.port) || (scheme === 'https' ? 443 : 80);
  const address = url.hostname.replace(/^\[|\]$/g, '');
  return { name: `${address.replaceAll(/[^A-Za-z0-9._-]/g, '-')}-${port}`, address, port, scheme };
}

/**
 * Creates a pool of the origins and a load balancer for it, and waits until the edge serves the zone. If
 * one of them cannot be created, everything is deleted again, including the zone.
 */
export async function addOrigins(
  api: ApiClient,
  zone: SiteZone,
  origins: readonly SiteOrigin[],
): Promise<void> {
  try {
    await balance(api, zone, origins);
  } catch (error) {
    await api.call('DELETE', `/zones/${zone.id}`).catch(() => {});
    throw error;
  }
  await untilServed(api, zone);
}

/** Replaces the origins of the zone's own pool. A zone without a load balancer gets one, with a pool. */
export async function setOrigins(
  api: ApiClient,
  zone: SiteZone,
  origins: readonly SiteOrigin[],
): Promise<void> {
  const pool = await poolOf(api, zone);
  if (pool) {
    await api.call('PATCH', `${poolsOf(zone)}/${pool.id}`, { origins });
  } else {
    const balancers = await api.call('GET', `/zones/${zone.id}/load_balancers`);
    if ((balancers.result as unknown[]).length > 0) {
      throw new PalisadeError(
        'other_load_balancer',
        `${zone.name} has load balancers with pools of other names; change their pools through the API`,
      );
    }
    await balance(api, zone, origins);
  }
  await untilServed(api, zone);
}

/** Deletes a zone and its own pool, unless another zone uses the pool. */
export async function removeSite(api: ApiClient, zone: SiteZone): Promise<void> {
  const pool = await poolOf(api, zone);
  await api.call('DELETE', `/zones/${zone.id}`);
  if (pool) await api.call('DELETE', `${poolsOf(zone)}/${pool.id}`).catch(() => {});
}

const poolsOf = (zone: SiteZone) => `/accounts/${zone.account.id}/load_balancers/pools`;

/** The name of the pool that belongs to a zone. */
const poolNameOf = (zone: SiteZone) => `${zone.name.replaceAll('.', '-')}-${zone.id.slice(0, 6)}`;

async function poolOf(api: ApiClient, zone: SiteZone): Promise<{ id: string } | undefined> {
  const { result } = await api.call('GET', poolsOf(zone));
  const pools = result as { readonly id: string; readonly name: string }[];
  return pools.find(({ name }) => name === poolNameOf(zone));
}

/** Creates a pool and a load balancer for it, or neither. */
async function balance(
  api: ApiClient,
  zone: SiteZone,
  origins: readonly SiteOrigin[],
): Promise<void> {
  const description = `Origins of ${zone.name}`;
  const pool = { name: poolNameOf(zone), description, origins };
  const { id } = (await api.call('POST', poolsOf(zone), pool)).result as { readonly id: string };
  try {
    await api.call('POST', `/zones/${zone.id}/load_balancers`, {
      name: zone.name,
      default_pools: [id],
      fallback_pool: id,
      proxied: true,
    });
  } catch (error) {
    await api.call('DELETE', `${poolsOf(zone)}/${id}`).catch(() => {});
    throw error;
  }
}

interface EdgeStatus {
  readonly up_to_date: boolean;
  readonly nodes: readonly { readonly id: string; readonly silent: boolean }[];
  readonly edges: readonly { readonly node: string; readonly current: boolean }[];
}

async function untilServed(api: ApiClient, { id, name }: SiteZone): Promise<void> {
  // If no node is running, the next one reads the zone when it starts.
  if (!api.isRemote) return;
  const deadline = systemClock.now() + WAIT_MS;
  while (systemClock.now() < deadline) {
    const status = (await api.call('GET', `/zones/${id}/edge_status`)).result as EdgeStatus;
    if (status.up_to_date || isServedByLiveNodes(status)) return;
    await systemClock.sleep(POLL_MS);
  }
  throw new PalisadeError(
    'not_served',
    `${name} is stored, but the edge does not serve it yet; GET /zones/${id}/edge_status says why`,
  );
}

/** A node that was killed must not make the command fail. */
function isServedByLiveNodes({ nodes, edges }: EdgeStatus): boolean {
  const silent = new Set(nodes.flatMap((node) => (node.silent ? node.id : [])));
  return silent.size > 0 && edges.every(({ node, current }) => current || silent.has(node));
}
