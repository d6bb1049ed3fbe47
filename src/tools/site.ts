import { systemClock } from '../kernel/clock.ts';
import { PalisadeError } from '../kernel/palisade-error.ts';
import type { ApiClient } from './api-client.ts';

/** How long a change may take to act before we stop waiting for it. */
const WAIT_MS = 5_000;
const LOOK_EVERY_MS = 20;

/** An origin as a pool takes it. */
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

/** Reads `http://127.0.0.1:3000` and the like. */
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
 * Makes a pool of the origins and a load balancer that leads to it, and waits until the edge acts on
 * it. When that fails, what was made is taken back, the zone included: better none than half of it.
 */
export async function addOrigins(
  api: ApiClient,
  zone: SiteZone,
  origins: readonly SiteOrigin[],
): Promise<void> {
  const pools = `/accounts/${zone.account.id}/load_balancers/pools`;
  const undo = [`/zones/${zone.id}`];
  try {
    const name = `${zone.name.replaceAll('.', '-')}-${zone.id.slice(0, 6)}`;
    const description = `Origins of ${zone.name}`;
    const made = await api.call('POST', pools, { name, description, origins });
    const pool = made.result as { readonly id: string };
    undo.push(`${pools}/${pool.id}`);
    await api.call('POST', `/zones/${zone.id}/load_balancers`, {
      name: zone.name,
      default_pools: [pool.id],
      fallback_pool: pool.id,
      proxied: true,
    });
  } catch (error) {
    for (const path of undo) await api.call('DELETE', path).catch(() => {});
    throw error;
  }
  await untilItActs(api, zone);
}

async function untilItActs(api: ApiClient, { id, name }: SiteZone): Promise<void> {
  const deadline = systemClock.now() + WAIT_MS;
  while (systemClock.now() < deadline) {
    const status = (await api.call('GET', `/zones/${id}/edge_status`)).result as {
      readonly up_to_date: boolean;
    };
    // When no node runs, the next one reads the zone at its start.
    if (status.up_to_date || !api.isRemote) return;
    await systemClock.sleep(LOOK_EVERY_MS);
  }
  throw new PalisadeError(
    'not_acting',
    `${name} is stored but does not act at the edge yet; GET /zones/${id}/edge_status says why`,
  );
}
