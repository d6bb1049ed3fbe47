import { callApi } from '../../api/client.ts';
import type { Zone } from '../../parts/address/scope.ts';
import type { SiteOrigin } from './site-origin.ts';

export interface Site {
  readonly name: string;
  readonly accountId: string;
  readonly origin: SiteOrigin;
}

/** A zone, and a load balancer that sends its requests to the origin: all of it or nothing. */
export async function addSite({ name, accountId, origin }: Site): Promise<Zone> {
  const { result: zone } = await callApi('POST /zones', {
    body: { name, account: { id: accountId } },
  });
  try {
    await sendToOrigin(zone, origin);
  } catch (error) {
    await callApi('DELETE /zones/{zone_id}', { params: { zone_id: zone.id } }).catch(() => {});
    throw error;
  }
  return zone;
}

async function sendToOrigin(zone: Zone, origin: SiteOrigin): Promise<void> {
  const account = { account_id: zone.account.id };
  const { result: pool } = await callApi('POST /accounts/{account_id}/load_balancers/pools', {
    params: account,
    // The form of the name is that of `palisade zone add`, which finds the pool by it.
    body: {
      name: `${zone.name.replaceAll('.', '-')}-${zone.id.slice(0, 6)}`,
      description: `Origins of ${zone.name}`,
      origins: [origin],
    },
  });
  try {
    await callApi('POST /zones/{zone_id}/load_balancers', {
      params: { zone_id: zone.id },
      body: { name: zone.name, default_pools: [pool.id], fallback_pool: pool.id, proxied: true },
    });
  } catch (error) {
    const params = { ...account, pool_id: pool.id };
    await callApi('DELETE /accounts/{account_id}/load_balancers/pools/{pool_id}', { params }).catch(
      () => {},
    );
    throw error;
  }
}
